import { type BaseQueryFn, retry } from '@reduxjs/toolkit/query/react';
import { type AuthToken, declarationOf, type Failure, type OperationName } from '@/contract';
import { callTimeout } from './client';

/** How a read that failed is tried again. */
export interface RetrySchedule {
  /** Further tries after the first one; 0 for none. */
  readonly tries: number;
  /** The middle length of the first pause in milliseconds; each further one is twice as long. */
  readonly firstPause: number;
}

/** What calls ask of the session. */
export interface SessionPort {
  /** The token of the account that is signed in. */
  token(): AuthToken | null;
  /** Compares the session's token with the stored one; where they differ, the account ends at once. */
  checkToken(): void;
  /** A call was denied: the server is asked again whether the user is signed in. */
  checkUser(): void;
}

/** What the store hands to every call. */
export interface CallExtras {
  readonly session: SessionPort;
  readonly readRetries: RetrySchedule;
}

export interface Call {
  readonly name: OperationName;
  readonly request: unknown;
}
export type CallQuery = BaseQueryFn<Call, unknown, Failure>;

/** Nobody waits longer than this for a server that asks for patience (`Retry-After`), in milliseconds. */
const longestPause = 10_000;

/**
 * Whether another try may help: no answer, a server in trouble, or one that names a time to come back. Without a
 * connection it cannot; coming online asks again by itself.
 */
export const mayHelp = ({ kind, status, retryAfter = 0 }: Failure): boolean => {
  if (retryAfter > longestPause) return false;
  if (kind === 'no-response') return navigator.onLine;
  return kind === 'status' && ((status ?? 0) >= 500 || (status === 429 && retryAfter > 0));
};

/**
 * Tries reads again that failed for the network's or the server's sake, with growing pauses of uneven length, so that
 * many pages do not come back in step. Writes pass through: one that seems lost may have happened (SPEC §8 leaves
 * repeating to the user). Only the last failure reaches the notices. Leaving the screen ends the tries, and so does
 * signing in or out, which empties the store.
 */
export function withReadRetries(callQuery: CallQuery): CallQuery {
  return async (call, api, options) => {
    if (declarationOf(call.name).reads === undefined) return await callQuery(call, api, options);
    const { tries, firstPause } = (api.extra as CallExtras).readRetries;
    const started = Date.now();
    const askers = watchAskers(api);
    let asked = 0;
    const patient = retry(callQuery, {
      retryCondition: (error, _, { attempt }) => {
        const failure = error as Failure;
        asked = failure.retryAfter ?? 0;
        // A server that keeps silent has used up the patience already.
        return attempt <= tries && Date.now() - started < callTimeout && mayHelp(failure) && askers.wait();
      },
      backoff: (attempt, _, signal) => pause(Math.max(asked, pauseBefore(attempt, firstPause)), signal),
    });
    return await patient(call, api, options);
  };
}

const pauseBefore = (attempt: number, first: number): number =>
  first * 2 ** (attempt - 1) * (0.5 + Math.random());

/** Rejects where the call is broken off meanwhile. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new Error('broken off'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

interface WithSubscriptions {
  readonly api: { readonly subscriptions: Readonly<Record<string, object>> };
}

/**
 * Tells whether anybody still waits for the answer. A machine's own reads have no subscriber from the start; a screen's
 * are seen within half a second, in which RTK Query brings its subscriptions to the store.
 */
function watchAskers({ getState, queryCacheKey }: Parameters<CallQuery>[1]): { wait(): boolean } {
  let seen = false;
  return {
    wait() {
      // Who has left leaves an empty record behind.
      const askers = (getState() as WithSubscriptions).api.subscriptions[queryCacheKey ?? ''] ?? {};
      const there = Object.keys(askers).length > 0;
      seen ||= there;
      return there || !seen;
    },
  };
}
