import { useStore } from 'react-redux';
import { fromPromise, type PromiseActorLogic } from 'xstate';
import { type Answer, declarationOf, type OperationName, type Request } from '@/contract';
import { readStored } from '@/lib/storage';
import { api, type Write, type WriteOptions } from './api';
import { noResponse } from './client';
import type { Store } from './store';

interface Running {
  unwrap(): Promise<unknown>;
}

/**
 * Returns an actor that makes one call, so that a machine can invoke it: `machine.provide({ actors: { save: … } })`.
 *
 * @param store makes the call, so that notices and the cache handle it
 * @param name the operation
 * @param toRequest converts the machine's input to the request
 * @returns actor logic that rejects with a `Failure`. Leaving the invoking state does not cancel the call (see
 * `runOperation`).
 */
export function operationActor<K extends OperationName, Input>(
  store: Store,
  name: K,
  toRequest: (input: Input) => Request<K>,
): PromiseActorLogic<Answer<K>, Input> {
  return fromPromise<Answer<K>, Input>(({ input }) => runOperation(store, name, toRequest(input)));
}

/**
 * Makes one call through the store. It is not cancelled when the caller goes away: a write may already have been
 * processed, so its outcome is reported and the cache updated; a read is shared with other callers.
 *
 * @param options of a write
 * @returns the response; a read is always fetched again, never taken from the cache
 * @throws {Failure} if the call failed
 */
export async function runOperation<K extends OperationName>(
  store: Store,
  name: K,
  request: Request<K>,
  options?: WriteOptions,
): Promise<Answer<K>> {
  const token = readStored('token');
  const answer = await start(store, name, request, options)
    .unwrap()
    .catch((error: unknown) => {
      // The end of a session aborts the calls in flight; the server may have processed them.
      throw wasAborted(error) ? noResponse(name) : error;
    });
  // Signing in or out resets the cache; a read in flight then resolves to undefined, without an error.
  const wasForgotten = answer === undefined && isReading(name);
  if (!wasForgotten) return answer as Answer<K>;
  // Do not repeat one account's call with another account's token.
  if (declarationOf(name).auth !== 'none' && readStored('token') !== token) throw noResponse(name);
  return runOperation(store, name, request);
}

const wasAborted = (error: unknown): boolean =>
  error instanceof Object && 'name' in error && error.name === 'AbortError';

const isReading = (name: OperationName): boolean => declarationOf(name).reads !== undefined;

/** Dispatches the call. The cast gives the union of all endpoints' `initiate` one signature. */
function start(store: Store, name: OperationName, request: unknown, options?: WriteOptions): Running {
  const initiate = api.endpoints[name].initiate as unknown as (
    argument: unknown,
    fetching?: { forceRefetch: boolean; subscribe: boolean },
  ) => Parameters<Store['dispatch']>[0];
  const thunk = isReading(name)
    ? initiate(request, { forceRefetch: true, subscribe: false })
    : initiate({ request, options } satisfies Write);
  return store.dispatch(thunk) as unknown as Running;
}

/** Returns the product's store, typed. */
export const useApiStore = (): Store => useStore() as Store;
