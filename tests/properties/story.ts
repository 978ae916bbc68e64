import { mkdirSync, writeFileSync } from 'node:fs';
import { cleanup } from '@testing-library/react';
import fc from 'fast-check';
import { stopApp } from '@/features/api/app';
import type { MockServer } from '@/mocks/node';

interface Story<Step> {
  /** What always holds, as the title of the report. */
  readonly name: string;
  readonly steps: fc.Arbitrary<Step[]>;
  /** A step as a line of the report. */
  readonly sentence: (step: Step) => string;
  /** Sets up the data; the browser's storage is empty. */
  readonly begin: () => Promise<void>;
  /** Takes the steps; rejects if something does not hold. */
  readonly run: (steps: readonly Step[]) => Promise<void>;
  readonly end?: () => void;
  /** Number of sequences, unless `PROPERTY_RUNS` says otherwise. */
  readonly runs: number;
  /** Seed of these sequences; without it, each run has new ones, as with `PROPERTY_RUNS`. */
  readonly seed?: number;
}

const FOLDER = '.cache/properties';
const LONGEST_NOTE = 4500;

/** How many sequences are generated, and from which seed. `PROPERTY_REPLAY` repeats a failure. */
function settingsOf({ runs, seed }: Pick<Story<unknown>, 'runs' | 'seed'>) {
  const { PROPERTY_RUNS, PROPERTY_REPLAY } = process.env;
  if (PROPERTY_REPLAY) {
    const [replayed, ...path] = PROPERTY_REPLAY.split(':');
    return { numRuns: runs, seed: Number(replayed), path: path.join(':') };
  }
  if (PROPERTY_RUNS) return { numRuns: Number(PROPERTY_RUNS) };
  return { numRuns: runs, ...(seed !== undefined && { seed }) };
}

/** The story, each time in a browser without storage. */
const inFreshBrowser = <Step>(story: Story<Step>) => ({
  ...story,
  async begin() {
    stopApp();
    localStorage.clear();
    sessionStorage.clear();
    await story.begin();
  },
  end() {
    story.end?.();
    cleanup();
  },
});

/** Repeats a story that failed, and writes it as a capsule, which the control room opens. Returns the file's path. */
async function writeCapsule<Step>(
  server: MockServer,
  { name, sentence, begin, run, end }: ReturnType<typeof inFreshBrowser<Step>>,
  steps: readonly Step[],
  failure: string,
): Promise<string> {
  const lines = steps.map((step, position) => `${position + 1}. ${sentence(step)}`);
  await begin();
  await run(steps).catch(() => undefined);
  const note = [name, '', ...lines, '', failure].join('\n').slice(0, LONGEST_NOTE);
  const { file } = await server.capsules.make({ note });
  end();
  mkdirSync(FOLDER, { recursive: true });
  const path = `${FOLDER}/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.json`;
  writeFileSync(path, file);
  return path;
}

/**
 * Runs generated stories. One that fails is reduced to its shortest form and written as a capsule with a bug report: its
 * steps, the last requests and the data.
 *
 * @throws Error with the steps, how to repeat them, and the path of the capsule
 */
export async function expectAlways<Step>(server: MockServer, story: Story<Step>): Promise<void> {
  const fresh = inFreshBrowser(story);
  const { steps, begin, run, end } = fresh;
  const property = fc
    .asyncProperty(steps, (sequence) => run(sequence))
    .beforeEach(begin)
    .afterEach(end);
  const { failed, counterexample, errorInstance, seed, counterexamplePath, numRuns } = await fc.check(
    property,
    settingsOf(story),
  );
  if (!failed) return;
  const [sequence = []] = counterexample ?? [];
  const failure = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const path = await writeCapsule(server, fresh, sequence, failure);
  const lines = sequence.map((step, position) => `  ${position + 1}. ${story.sentence(step)}`);
  throw new Error(
    [
      `${story.name}: not after ${numRuns} sequences. The shortest one:`,
      ...lines,
      failure,
      `Open it in the demo: control room, Scenarios, "Open a capsule", ${path}`,
      `Repeat it: PROPERTY_REPLAY=${seed}:${counterexamplePath}`,
    ].join('\n'),
    { cause: errorInstance },
  );
}
