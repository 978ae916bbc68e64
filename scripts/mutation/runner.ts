import { it, TestRunner } from 'vitest';

/** Makes a test file that a mutant keeps from loading fail: StrykerJS sees failed tests only, not failed files. */
export default class extends TestRunner {
  override async importFile(...[path, source]: Parameters<TestRunner['importFile']>) {
    try {
      return await super.importFile(path, source);
    } catch (error) {
      if (source === 'setup') throw error;
      it('loads', () => {
        throw error;
      });
    }
  }
}
