import { join } from 'node:path';
import { REPORTS, type Step } from './run';

/** What the tools learned of unchanged files: without it they take 20 s of processor time more. */
const cache = (tool: string) => `.cache/${tool}`;

export const types: Step = {
  name: 'types',
  command: 'tsc',
  args: ['-p', '.', '--incremental', '--tsBuildInfoFile', cache('tsc.tsbuildinfo')],
};

export const lint: Step = {
  name: 'lint and format',
  command: 'biome',
  args: ['check', '--error-on-warnings', '.'],
};

export const boundaries: Step = {
  name: 'boundaries',
  command: 'depcruise',
  args: [
    'src',
    'packages',
    '--config',
    '.dependency-cruiser.cjs',
    '--cache',
    cache('depcruise'),
    '--cache-strategy',
    'content',
  ],
};

export const unusedCode: Step = {
  name: 'unused code',
  command: 'knip',
  args: ['--no-progress', '--cache', '--cache-location', cache('knip')],
};

/** The path of a Vitest run's JSON report. */
export const vitestReport = (name: string): string => join(REPORTS, `vitest-${name}.json`);

export const playwrightReport = (name: string): string => join(REPORTS, `playwright-${name}.json`);

const vitest = (name: string, projects: readonly string[]): Step => ({
  name,
  command: 'vitest',
  args: [
    'run',
    '--configLoader=runner',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport(name)}`,
  ],
});

export const productTests = vitest('tests', ['logic', 'page']);

/** Servers, the document of the API, random sequences and files. */
export const otherTests = vitest('other tests', ['rest']);
