import type { Page } from '@playwright/test';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  initialTransition,
  transition,
} from 'xstate';
import { isOutcomeUnknown } from '@/contract';
import { type Answers, answersFrom, failureOf, isGood } from './answers';
import type { SoakUser } from './soak-user';

/** One thing that a user may do, as the machine and as the screen knows it. */
interface Act {
  readonly event: EventObject;
  perform(): Promise<void>;
}

/** A call that the machine makes, by the id of its invocation. */
interface Call {
  readonly operation: string;
  /** What the machine gets where the answer is good. */
  readonly output?: unknown;
  /** Waits for how it went where the log can't say: `ok`, `500` … The mock's log is read where absent. */
  answered?(answers: Answers): Promise<string>;
  /** The call went well: waits for the screen to say so, and notes what was promised. */
  confirmed?(): Promise<void>;
  /** The call failed: nothing of the input may be lost, and another try must be possible. */
  kept?(after: AnyMachineSnapshot): Promise<void>;
}

/** A screen and its machine. */
interface Walk {
  readonly page: Page;
  readonly machine: AnyStateMachine;
  readonly input?: unknown;
  readonly acts: readonly Act[];
  readonly calls: Readonly<Record<string, Call>>;
  /** How many things are done at most. */
  readonly most?: number;
}

/** Goes along a random path of a machine: the chart says what is possible, the screen has to follow. Gives its end. */
export async function walk(user: SoakUser, way: Walk): Promise<AnyMachineSnapshot> {
  let state: AnyMachineSnapshot = initialTransition(way.machine, way.input)[0];
  for (let at = 0; at < (way.most ?? 6); at += 1) {
    const [first, ...others] = way.acts.filter(({ event }) => state.can(event));
    if (first === undefined) break;
    const act = user.draw.pick([first, ...others]);
    user.note(`  ${act.event.type}`);
    const answers = await answersFrom(way.page);
    await act.perform();
    const next = await answered(user, way, answers, transition(way.machine, state, act.event)[0]);
    if (next === null) break;
    state = next;
  }
  return state;
}

/**
 * Follows the machine through the calls that it makes until it waits for the user; null where a write got no answer and the
 * machine asks the server what it has: only the server knows where that leads.
 */
async function answered(
  user: SoakUser,
  way: Walk,
  answers: Answers,
  busy: AnyMachineSnapshot,
): Promise<AnyMachineSnapshot | null> {
  let state = busy;
  let unanswered = false;
  for (let [id] = callsOf(state); id !== undefined; [id] = callsOf(state)) {
    const call = way.calls[id];
    if (call === undefined && unanswered) return null;
    if (call === undefined) throw new Error(`the walk does not know the call ${id}`);
    const { operation } = call;
    const branch = await (call.answered?.(answers) ?? answers.next(operation));
    user.note(`    ${operation} answers ${branch}`);
    state = transition(
      way.machine,
      state,
      isGood(branch)
        ? ({ type: `xstate.done.actor.${id}`, output: call.output } as EventObject)
        : ({ type: `xstate.error.actor.${id}`, error: failureOf(operation, branch) } as EventObject),
    )[0];
    if (isGood(branch)) {
      await call.confirmed?.();
      continue;
    }
    user.sawFailure();
    if (branch === 'ok.lost') user.outcomeUnknown(operation);
    unanswered = isOutcomeUnknown(failureOf(operation, branch));
    const [asks] = callsOf(state);
    if (!unanswered || asks === undefined) await call.kept?.(state);
  }
  await answers.expectEachOnce();
  return state;
}

const callsOf = (state: AnyMachineSnapshot): string[] => Object.keys(state.children);
