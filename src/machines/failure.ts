import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';
import { type Failure, isFailure } from '@/contract';

/** Emitted when input is refused before any call is made, in the words of SPEC §5. */
export type ValidationErrorEvent = { readonly type: 'refused'; readonly message: string };

/** What `onError` hands to a machine's `fail` action. */
export type Caught = { readonly error: unknown };

/** The `params` of an action or guard in `onError`: what the call threw. */
export const caught = ({ event }: { event: Caught }): Caught => ({ error: event.error });

/** Takes what a call threw; gives the failure to show (SPEC §8), or null for a mistake of ours, which the store reports. */
export const failureOf = (error: unknown): Failure | null => (isFailure(error) ? error : null);

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
