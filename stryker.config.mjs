/**
 * StrykerJS, run by `npm run mutation -- <group>` (scripts/mutation.ts installs it outside the lock and sets the group).
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
const group = process.env.MUTATION_GROUP;
if (group === undefined) throw new Error('Start this with `npm run mutation -- <group>`.');

export default {
  plugins: [process.env.MUTATION_RUNNER],
  testRunner: 'vitest',
  // The tests of the group only: one run of all page tests would take longer than the mutants of a whole group.
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
  mutate: JSON.parse(process.env.MUTATION_FILES ?? '[]'),
  coverageAnalysis: 'perTest',
  // A mutant in code that runs once, when its module is loaded, needs a run of all tests: texts, schemas and configs.
  ignoreStatic: true,
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
  incremental: true,
  incrementalFile: `.cache/mutation/${group}.json`,
  tempDirName: '.cache/mutation/sandbox',
  ignorePatterns: ['dist', 'dist-demo', 'dist-mock', '.cache', 'docs', 'deploy', 'public', 'test-results'],
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, allowEmojis: false },
  jsonReporter: { fileName: `.cache/reports/mutation-${group}.json` },
  htmlReporter: { fileName: `.cache/reports/mutation-${group}.html` },
  // Types are checked by `npm run check`; checking each mutant's would take longer than its tests.
  checkers: [],
  disableTypeChecks: false,
  // StrykerJS 9 rewrites the paths in tsconfig.json with the API that TypeScript 7 no longer has; no test reads them.
  tsconfigFile: 'none.json',
  allowEmpty: true,
  thresholds: { high: 100, low: 90, break: Number(process.env.MUTATION_BREAK ?? 0) },
};
