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

/** A user action, as a machine event and on screen. */
interface Act {
  readonly event: EventObject;
  perform(): Promise<void>;
}

/** A call that the machine makes, by the id of its invocation. */
interface Call {
  readonly operation: string;
  /** The output that the machine receives on success. */
  readonly output?: unknown;
  /** Waits for the result where the log doesn't contain it: `ok`, `500` … The mock's log is read if absent. */
  answered?(answers: Answers): Promise<string>;
  /** After success: waits until the screen confirms it, and records what was promised. */
  confirmed?(): Promise<void>;
  /** After a failure: the input must be preserved, and a retry must be possible. */
  kept?(after: AnyMachineSnapshot): Promise<void>;
}

interface Walk {
  readonly page: Page;
  readonly machine: AnyStateMachine;
  readonly input?: unknown;
  readonly acts: readonly Act[];
  readonly calls: Readonly<Record<string, Call>>;
  /** The maximum number of actions. */
  readonly most?: number;
}

/**
 * Follows a random path: the machine defines the possible actions, the screen must agree. Returns the last snapshot.
 */
export async function walk(user: SoakUser, way: Walk): Promise<AnyMachineSnapshot> {
  let state: AnyMachineSnapshot = initialTransition(way.machine, way.input)[0];
  for (let at = 0; at < (way.most ?? 6); at += 1) {
    const [first, ...others] = way.acts.filter(({ event }) => state.can(event));
    if (first === undefined) break;
    const act = user.random.pick([first, ...others]);
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
 * Follows the machine through its calls until it waits for the user.
 * @returns null if a write got no response and the machine fetches the server's data: only the server knows the result
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
