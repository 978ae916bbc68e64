import type { MockControl } from '../control';
import {
  type Given,
  type Ignored,
  ignoredFor,
  type MockParameters,
  noPreset,
  usedTwice,
  wholeNumber,
} from './url-parameters';

const noStory = 'it needs a valid mock.story.';

type Control = Omit<MockControl, 'ready'>;

/** A scripted demo of the product. */
interface LoadedStory {
  /** How many steps it has. */
  readonly steps: number;
  /** Replaces the data, signs in, and shows a step, counted from 1. */
  open(control: Control, step: number): Promise<void>;
}

/** The product's scripted demos. */
export interface Stories {
  /** Rejects for an unknown one, listing the valid ones. */
  load(id: string): Promise<LoadedStory>;
  /** Ends the one of this tab, because the URL names something else. */
  end(): void;
}

/** What an address has done. */
export interface Applied {
  /** The parameters that do not apply. */
  readonly ignored: readonly Ignored[];
  /** The capsule of the changed data that it has replaced, to bring them back; null if there were none. */
  readonly replaced: string | null;
}

/** A capsule, if the data differs from what its preset and seed generate; signing in is no change. */
async function capsuleIfChanged({ capsules }: Control): Promise<string | null> {
  const { code } = await capsules.make();
  const { changes } = await capsules.read(code);
  return Object.keys(changes).length > 0 ? code : null;
}

/**
 * Applies the parameters of the URL, each on its own: one that fails leaves the others, and replaces no data.
 *
 * @param stories undefined for a page that plays none
 * @returns the ignored are those that do not apply, and those that were invalid already
 */
export async function applyParameters(
  control: Control,
  { shares, reset, as, stories: named, steps, fail, set, latency, ...parameters }: MockParameters,
  stories?: Stories,
): Promise<Applied> {
  const ignored = [...parameters.ignored];
  const leaveOut = (all: readonly Given<unknown>[], error: unknown) =>
    ignored.push(...all.map((parameter) => ignoredFor(parameter, error)));

  /** Undefined if it could not be applied. */
  async function attempt<A, B>(parameter: Given<A>, apply: (value: A) => B) {
    try {
      return { parameter, value: await apply(parameter.value) };
    } catch (error) {
      leaveOut([parameter], error);
      return undefined;
    }
  }
  async function each<A>(all: readonly Given<A>[], apply: (value: A) => unknown): Promise<boolean> {
    const applied = [];
    for (const parameter of all) applied.push(await attempt(parameter, apply));
    return applied.some(Boolean);
  }
  /** Undefined if none could be applied. */
  async function first<A, B>(all: readonly Given<A>[], apply: (value: A) => B) {
    for (const [at, parameter] of all.entries()) {
      const applied = await attempt(parameter, apply);
      if (applied) {
        leaveOut(all.slice(at + 1), usedTwice);
        return applied;
      }
    }
    return undefined;
  }
  async function resetOnce(): Promise<boolean> {
    if (reset.length === 0) return false;
    // A damaged share link: the data that was asked for is unknown, unless a preset names some.
    if (shares.length > 0 && !reset.some(({ name }) => name === 'mock.preset')) {
      leaveOut(reset, noPreset);
      return false;
    }
    try {
      await control.reset(Object.assign({}, ...reset.map(({ value }) => value)));
      return true;
    } catch (error) {
      leaveOut(reset, error);
      return false;
    }
  }

  const namesData = [...named, ...shares, ...reset].length > 0;
  // Data that can't be read can't be replaced either.
  const changed = namesData ? await capsuleIfChanged(control).catch(() => null) : null;
  const story = await first(named, async (id) => {
    if (stories) return stories.load(id);
    throw new Error('this page plays no stories.');
  });
  if (story) {
    const step = await first(steps, (text) => wholeNumber(text, 1, story.value.steps));
    if (await attempt(story.parameter, () => story.value.open(control, step?.value ?? 1))) {
      const others = [...shares, ...reset, ...as, ...fail, ...set, ...latency];
      leaveOut(others, 'a story sets data, account and answers itself.');
      return { ignored, replaced: changed };
    }
    if (step) leaveOut([step.parameter], noStory);
  } else leaveOut(steps, noStory);
  const shared = await first(shares, control.restore);
  if (shared) leaveOut(reset, 'a share link or capsule names its data itself.');
  const isReplaced = shared !== undefined || (await resetOnce());
  const applied = [
    isReplaced,
    await each(fail, ({ operation, branch }) => control.set(operation, branch)),
    await each(set, ({ operation, branch, ...options }) => control.set(operation, branch, options)),
    await each(latency, (value) => control.latency(value)),
    await each(as, control.as),
  ];
  if (applied.includes(true)) stories?.end();
  return { ignored, replaced: isReplaced ? changed : null };
}
