import { mergeConfig } from 'vitest/config';
import project from '../../vite.config.ts';
import { groups } from './groups.ts';

/** The tests of one file's mutants, in one project with a module graph per file, as mutants need. */
export default (env: Parameters<typeof project>[0]) => {
  const group = groups[process.env.MUTATION_GROUP ?? ''];
  if (group === undefined) throw new Error(`There is no group "${process.env.MUTATION_GROUP}".`);
  const { test, ...shared } = project(env);
  const { projects: _, ...settings } = { ...test };
  return mergeConfig(shared, {
    test: {
      ...settings,
      environment: group.environment,
      include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
      runner: 'scripts/mutation/runner.ts',
      setupFiles: [
        'tests/support/fail-on-console.ts',
        ...(group.environment === 'jsdom' ? ['tests/support/setup.ts'] : []),
      ],
    },
  });
};
