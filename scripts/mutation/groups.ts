/** What `npm run mutation` changes, and the tests that must notice. */
export interface Group {
  /** Patterns as both git and StrykerJS read them; `!` excludes. */
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Of the tests, those that are asked about a file; by default all. */
  readonly ask?: 'those that import it' | 'those of its folder';
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
      'tests/mocks/conformance/mock-server.test.ts',
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
    ask: 'those that import it',
    least: 90,
    withStatic: true,
    environment: 'node',
  },
  rules: {
    mutate: ['src/mocks/kitwell/rules/**/*.ts'],
    tests: [
      'tests/mocks/{clinic-rules,order-rules,sign-up-rules,main-job,seeds}.test.ts',
      'tests/mocks/conformance/mock-server.test.ts',
      'tests/mocks/openapi/examples.test.ts',
    ],
    least: 90,
    withStatic: false,
    environment: 'node',
  },
  engine: {
    mutate: ['src/mocks/engine/**/*.ts'],
    // Some tests of the mock need a page.
    tests: [
      'tests/mocks/!(api-url|frames|seeds|clinic-rules|order-rules|sign-up-rules).test.ts',
      'tests/mocks/scenarios/!(capsule|scenario-memory|share).test.ts',
      'tests/mocks/conformance/mock-server.test.ts',
      'tests/mocks/http/http-host.test.ts',
    ],
    least: 90,
    withStatic: false,
    environment: 'node',
  },
  client: {
    mutate: ['src/features/api/**/*.ts*'],
    tests: ['tests/features/api/*.test.ts*'],
    ask: 'those that import it',
    least: 90,
    withStatic: false,
    environment: 'jsdom',
  },
  features: {
    mutate: ['src/features/**/*.ts*', '!src/features/api/**', '!src/features/**/strings.ts'],
    tests: ['tests/features/**/*.test.ts*'],
    ask: 'those of its folder',
    least: 75,
    withStatic: false,
    environment: 'jsdom',
  },
};
