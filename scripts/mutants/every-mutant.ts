import { afterEach, beforeEach, describe, inject, it, vi } from 'vitest';
import { CURRENT_MUTANT } from './xstate';

/** Runs the machine's tests once unchanged and on each mutant until one fails, the quick ones first. */

declare module 'vitest' {
  interface ProvidedContext {
    /** Files with the machine's tests. */
    files: readonly string[];
    machine: string;
    mutants: readonly string[];
  }
}

const slowFrom = 100;
/** Names of the tests that took at least `slowFrom` milliseconds on the unchanged machine. */
const slow = new Set<string>();

/** Loads the tests again, on this mutant. */
async function load(mutant: string | null) {
  process.env[CURRENT_MUTANT] = mutant === null ? '' : `${inject('machine')}#${mutant}`;
  vi.resetModules();
  for (const file of inject('files')) {
    try {
      await import(/* @vite-ignore */ file);
    } catch (error) {
      it('loads', () => {
        throw error;
      });
    }
  }
}

describe('unchanged', async () => {
  let started = 0;
  beforeEach(() => {
    started = performance.now();
  });
  afterEach(({ task }) => {
    if (performance.now() - started >= slowFrom) slow.add(task.name);
  });
  await load(null);
});

for (const mutant of inject('mutants'))
  describe(mutant, () => {
    let killed = false;
    describe.each(['quick', 'slow'])('%s tests', async (speed) => {
      beforeEach(({ task, skip, onTestFailed }) => {
        skip(killed || slow.has(task.name) !== (speed === 'slow'));
        onTestFailed(() => {
          killed = true;
        });
      });
      await load(mutant);
    });
  });
