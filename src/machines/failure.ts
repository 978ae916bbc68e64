import {
  type ActionFunction,
  type CallbackActorLogic,
  type EventObject,
  enqueueActions,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';
import { type Failure, isFailure } from '@/contract';

/** Emitted when a call ends in something that is no answer of the server: a mistake of ours, to be reported. */
export type DefectEvent = { readonly type: 'defect'; readonly error: unknown };

/** Emitted when input is refused before any call is made, in the words of SPEC §5. */
export type RefusedEvent = { readonly type: 'refused'; readonly message: string };

/** What `onError` hands to a machine's `fail` action. */
export type Caught = { readonly error: unknown };

/** The `params` of an action or guard in `onError`: what the call threw. */
export const caught = ({ event }: { event: Caught }): Caught => ({ error: event.error });

/** Takes what a call threw; gives the failure to show, or null where it was a defect (SPEC §8). */
export const failureOf = (error: unknown): Failure | null => (isFailure(error) ? error : null);

/** An action of `onError`, with `caught` as its params, for any machine that emits defects. */
type CaughtAction<Context extends object, Event extends EventObject> = ActionFunction<
  Context,
  Event,
  Event,
  Caught,
  never,
  never,
  never,
  never,
  DefectEvent
>;

type FailureContext = { readonly failure: Failure | null };

/**
 * Makes a machine's `fail` action: keeps what a call failed with as `failure` (SPEC §8), or emits the defect it was.
 *
 * @param further what else changes in the context then
 */
export function keepFailure<Context extends FailureContext, Event extends EventObject>(
  further?: (failure: Failure | null, context: Context) => Partial<Context>,
): CaughtAction<Context, Event> {
  return enqueueActions<Context, Event, Caught, Event, never, never, never, never, DefectEvent>(
    ({ context, enqueue }, { error }) => {
      const failure = failureOf(error);
      const kept: FailureContext = { failure };
      enqueue.assign({ ...further?.(failure, context), ...(kept as Partial<Context>) });
      if (failure === null) enqueue.emit({ type: 'defect', error });
    },
  );
}

/**
 * Makes a machine's `refuse` action: keeps the words as `refusal` in place of an earlier failure, and emits them.
 *
 * @param message why no call is made (SPEC §5)
 */
export function refuseWith<
  Context extends FailureContext & { readonly refusal: string | null },
  Event extends EventObject,
>(
  message: string,
): ActionFunction<Context, Event, Event, undefined, never, never, never, never, RefusedEvent> {
  return enqueueActions<Context, Event, undefined, Event, never, never, never, never, RefusedEvent>(
    ({ enqueue }) => {
      const refused: { readonly refusal: string; readonly failure: null } = {
        refusal: message,
        failure: null,
      };
      enqueue.assign(refused as Partial<Context>);
      enqueue.emit({ type: 'refused', message });
    },
  );
}

/** Makes an action that keeps nothing of a failed call and only emits the defect, where it was one. */
export function emitDefect<Context extends object, Event extends EventObject>(): CaughtAction<
  Context,
  Event
> {
  return enqueueActions<Context, Event, Caught, Event, never, never, never, never, DefectEvent>(
    ({ enqueue }, { error }) => {
      if (failureOf(error) === null) enqueue.emit({ type: 'defect', error });
    },
  );
}

/** Whether a call was refused for what it carried (400, 422): the user can mend it in the form. */
export const isInvalidInput = (error: unknown): boolean =>
  isFailure(error) && error.kind === 'status' && (error.status === 400 || error.status === 422);

/**
 * The stand-in for a call that the application hands in with `machine.provide({ actors })`.
 *
 * @param name the actor's name in its machine
 * @returns promise logic that rejects with an Error naming what is missing
 */
export const notProvided = <Output, Input>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`provide the actor "${name}"`)));

/**
 * A placeholder for a callback actor that the application provides.
 *
 * @param name the actor's name in its machine
 * @returns callback logic that throws an Error naming what is missing
 */
export const missingCallback = <Input extends NonReducibleUnknown>(
  name: string,
): CallbackActorLogic<EventObject, Input> =>
  fromCallback<EventObject, Input>(() => {
    throw new Error(`provide the actor "${name}"`);
  });

/** The stand-in for an action that the application hands in with `machine.provide({ actions })`; always throws. */
export const missingAction = (name: string): void => {
  throw new Error(`provide the action "${name}"`);
};
