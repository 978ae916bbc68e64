import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';
import { type Failure, isFailure } from '@/contract';

/** The error of an `onError` event, for named guards and actions; undefined for any other event. */
export const errorIn = (event: EventObject): unknown => ('error' in event ? event.error : undefined);

/** Returns the failure to show (§8), or null for a bug in our code, which the store reports. */
export const failureOf = (error: unknown): Failure | null => (isFailure(error) ? error : null);

/** Whether a call was rejected because of its input (400, 422), which the user can fix in the form. */
export const isInvalidInput = (error: unknown): boolean =>
  isFailure(error) && error.kind === 'status' && (error.status === 400 || error.status === 422);

/**
 * Placeholder for a call that the application supplies with `machine.provide({ actors })`.
 *
 * @param name the actor's name in its machine
 * @returns promise logic that rejects with an Error naming what is missing
 */
export const notProvided = <Output, Input>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`provide the actor "${name}"`)));

/**
 * Placeholder for a callback actor that the application supplies with `machine.provide({ actors })`.
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

/** Placeholder for an action that the application supplies with `machine.provide({ actions })`; always throws. */
export const missingAction = (name: string): void => {
  throw new Error(`provide the action "${name}"`);
};
