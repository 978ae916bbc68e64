/** What `npm run mutation` changes, and the tests that must notice. */
export interface Group {
  /** Patterns as both git and StrykerJS read them; `!` excludes. */
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Only the tests that import the changed file themselves, or all machines at once. */
  readonly ownTestsOnly?: true;
  /** Percent of the mutants that must be killed. */
  readonly least: number;
  /** Also change code that runs only while its module is loaded (configs, schemas), for which all of the file's tests run. */
  readonly withStatic: boolean;
  readonly environment: 'node' | 'jsdom';
}

export const groups: Readonly<Record<string, Group>> = {
  contract: {
    mutate: ['src/contract/**/*.ts'],
    tests: [
      'tests/contract/**/*.test.ts',
      'tests/toolchain/config.test.ts',
      'tests/machines/save-patients.test.ts',
      'tests/features/patients/{grid-store,grid-paste}.test.ts',
    ],
    least: 90,
    withStatic: true,
    environment: 'node',
  },
  machines: {
    mutate: ['src/machines/*.ts'],
    tests: ['tests/machines/*.test.ts'],
    ownTestsOnly: true,
    least: 90,
    withStatic: true,
    environment: 'node',
  },
  mock: {
    mutate: ['src/mocks/engine/**/*.ts', 'src/mocks/kitwell/rules/**/*.ts'],
    tests: [
      'tests/mocks/*.test.ts',
      'tests/mocks/scenarios/*.test.ts',
      'tests/mocks/conformance/mock-server.test.ts',
      'tests/mocks/openapi/examples.test.ts',
    ],
    least: 90,
    withStatic: false,
    environment: 'jsdom',
  },
  client: {
    mutate: ['src/features/api/**/*.ts*'],
    tests: ['tests/features/api/*.test.ts*'],
    ownTestsOnly: true,
    least: 90,
    withStatic: false,
    environment: 'jsdom',
  },
  features: {
    mutate: ['src/features/**/*.ts*', '!src/features/api/**', '!src/features/**/strings.ts'],
    tests: ['tests/features/**/*.test.{ts,tsx}', 'tests/paths/*.test.tsx'],
    least: 75,
    withStatic: false,
    environment: 'jsdom',
  },
};
