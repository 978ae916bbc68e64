import { join } from 'node:path';
import { it, TestRunner } from 'vitest';

/** The files that are changed, without the lines. */
const changed = [
  ...new Set(
    (JSON.parse(process.env.MUTATION_RANGES ?? '[]') as string[]).map((range) => range.replace(/:.*$/, '')),
  ),
];

/**
 * Makes a test file that a mutant keeps from loading fail: StrykerJS sees failed tests only, not failed files. Where code
 * that runs while its module is loaded is not changed, all modules are loaded before the tests: StrykerJS would count
 * such code of a module that a test loads as run by that test, and ask no other.
 */
export default class extends TestRunner {
  override async importFile(...[path, source]: Parameters<TestRunner['importFile']>) {
    try {
      const imported = await super.importFile(path, source);
      if (source === 'collect' && process.env.MUTATION_STATIC !== '1')
        // A worker's code would run in the page.
        for (const file of changed)
          if (!file.endsWith('.worker.ts')) await super.importFile(join(this.config.root, file), source);
      return imported;
    } catch (error) {
      if (source === 'setup') throw error;
      it('loads', () => {
        throw error;
      });
    }
  }
}
