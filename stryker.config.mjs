/**
 * StrykerJS on one file or a sample, run by `npm run mutation -- <group>` (scripts/mutation.ts installs it outside the lock).
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
const {
  MUTATION_RANGES,
  MUTATION_RESULT,
  MUTATION_RUNNER,
  MUTATION_STATIC,
  MUTATION_EVERY_TEST,
  MUTATION_CONCURRENCY,
} = process.env;
if (MUTATION_RANGES === undefined) throw new Error('Start this with `npm run mutation -- <group>`.');

export default {
  plugins: [MUTATION_RUNNER],
  testRunner: 'vitest',
  // Of the tests, only those that import what is changed, also through others.
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: true },
  mutate: JSON.parse(MUTATION_RANGES),
  coverageAnalysis: 'perTest',
  ignoreStatic: MUTATION_STATIC !== '1',
  disableBail: MUTATION_EVERY_TEST === '1',
  concurrency: Number(MUTATION_CONCURRENCY),
  incremental: true,
  incrementalFile: MUTATION_RESULT,
  tempDirName: '.cache/mutation/sandbox',
  ignorePatterns: ['dist', 'dist-demo', 'dist-mock', '.cache', 'docs', 'deploy', 'public', 'test-results'],
  // scripts/mutation.ts reports what it reads in the incremental file.
  reporters: [],
  // Types are checked by `npm run check`; checking each mutant's would take longer than its tests.
  checkers: [],
  disableTypeChecks: false,
  // StrykerJS 9 rewrites the paths in tsconfig.json with the API that TypeScript 7 no longer has; no test reads them.
  tsconfigFile: 'none.json',
  allowEmpty: true,
};
