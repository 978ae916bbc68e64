import { cleanup } from '@testing-library/react';
import fc from 'fast-check';
import { stopApp } from '@/app/app';

interface Story<Step> {
  readonly steps: fc.Arbitrary<Step[]>;
  /** Sets up the data; the browser's storage is empty. */
  readonly begin: () => Promise<void>;
  /** Takes the steps; rejects if something does not hold. */
  readonly run: (steps: readonly Step[]) => Promise<void>;
  readonly end: () => void;
  /** Number of sequences. */
  readonly runs: number;
  /** The same sequences in each run: a change is tested by what the one before it passed. */
  readonly seed: number;
}

/** Runs generated stories, each in a browser without storage. One that fails is reduced to its shortest form. */
export const expectAlways = <Step>({ steps, begin, run, end, runs, seed }: Story<Step>): Promise<void> =>
  fc.assert(
    fc
      .asyncProperty(steps, run)
      .beforeEach(async () => {
        stopApp();
        localStorage.clear();
        sessionStorage.clear();
        await begin();
      })
      .afterEach(() => {
        end();
        cleanup();
      }),
    { numRuns: runs, seed },
  );
