import { useStore } from 'react-redux';
import { fromPromise, type PromiseActorLogic } from 'xstate';
import { type Answer, declarationOf, type OperationName, type Request } from '@/contract';
import { readStored } from '@/lib/storage';
import { api } from './api';
import { noResponse } from './client';
import type { Store } from './store';

interface Running {
  unwrap(): Promise<unknown>;
}

/**
 * An actor that makes one call, so that a machine can invoke it: `machine.provide({ actors: { save: … } })`.
 *
 * @param store where the call is made, so that notices and the cache see it
 * @param name the operation
 * @param toRequest makes the request of what the machine hands in
 * @returns actor logic; rejects with a `Failure`. Leaving the invoking state breaks nothing off (see `runOperation`).
 */
export function operationActor<K extends OperationName, Input>(
  store: Store,
  name: K,
  toRequest: (input: Input) => Request<K>,
): PromiseActorLogic<Answer<K>, Input> {
  return fromPromise<Answer<K>, Input>(({ input }) => runOperation(store, name, toRequest(input)));
}

/**
 * Makes one call through the store. It goes on when whoever asked for it leaves: a write that was sent may already have
 * happened, so its outcome is told and the cache follows it; a read is shared, and must not be taken from the others.
 *
 * @returns the answer; an operation that reads is asked anew, never answered from the cache
 * @throws {Failure} where the call did not succeed
 */
export async function runOperation<K extends OperationName>(
  store: Store,
  name: K,
  request: Request<K>,
): Promise<Answer<K>> {
  const token = readStored('token');
  const answer = await start(store, name, request).unwrap();
  // A login or logout empties the cache, and takes the answer from a read that was on its way, without an error.
  const wasForgotten = answer === undefined && isReading(name);
  if (!wasForgotten) return answer as Answer<K>;
  // What one account's screen asked for is not asked under another's token.
  if (declarationOf(name).auth !== 'none' && readStored('token') !== token) throw noResponse(name);
  return runOperation(store, name, request);
}

const isReading = (name: OperationName): boolean => declarationOf(name).reads !== undefined;

/** Dispatches the call. The cast gives the union of all endpoints' `initiate` one signature. */
function start(store: Store, name: OperationName, request: unknown): Running {
  const initiate = api.endpoints[name].initiate as unknown as (
    request: unknown,
    options?: { forceRefetch: boolean; subscribe: boolean },
  ) => Parameters<Store['dispatch']>[0];
  const thunk = isReading(name)
    ? initiate(request, { forceRefetch: true, subscribe: false })
    : initiate(request);
  return store.dispatch(thunk) as unknown as Running;
}

/** The product's store, typed. */
export const useApiStore = (): Store => useStore() as Store;
