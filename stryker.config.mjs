/**
 * Which changes of a file does no test notice? StrykerJS is not in the lock: CONTRIBUTING says how to run it.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  reporters: ['clear-text'],
  tempDirName: '.cache/stryker',
  ignorePatterns: ['dist', 'dist-demo', '.cache', 'docs', 'deploy', 'test-results'],
  // StrykerJS 9 rewrites the paths in tsconfig.json with an API that TypeScript 7 no longer has; no test reads them.
  tsconfigFile: 'none.json',
};
