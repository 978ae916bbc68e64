import { type BaseQueryFn, retry } from '@reduxjs/toolkit/query/react';
import { type AuthToken, declarationOf, type Failure, type OperationName } from '@/contract';
import { callTimeout } from './client';

/** How failed reads are retried. */
export interface RetrySchedule {
  /** Number of retries after the first try; 0 for none. */
  readonly tries: number;
  /** Average delay before the first retry in milliseconds; it doubles with each further one. */
  readonly firstPause: number;
}

/** What calls need from the session. */
export interface SessionPort {
  /** The signed-in account's token. */
  token(): AuthToken | null;
  /** Compares the session's token with the stored one; if they differ, the account ends at once. */
  checkToken(): void;
  /** A call was denied: verifies again whether the user is signed in. */
  checkUser(): void;
}

/** What the store passes to every call. */
export interface CallExtras {
  readonly session: SessionPort;
  readonly readRetries: RetrySchedule;
}

export interface Call {
  readonly name: OperationName;
  readonly request: unknown;
}
export type CallQuery = BaseQueryFn<Call, unknown, Failure>;

/** A read is not retried if the server asks to wait longer than this (`Retry-After`), in milliseconds. */
const longestPause = 10_000;

/**
 * Whether another try may help: no response, a server error, or a response that asks to retry later. Not while offline:
 * reads are refetched on reconnect.
 */
export const mayHelp = ({ kind, status, retryAfter = 0 }: Failure): boolean => {
  if (retryAfter > longestPause) return false;
  if (kind === 'no-response') return navigator.onLine;
  return kind === 'status' && ((status ?? 0) >= 500 || (status === 429 && retryAfter > 0));
};

/**
 * Retries reads that failed because of the network or the server, with growing, randomized delays, so that many pages
 * do not retry at the same time. Writes are not retried: one that seems lost may have been processed (SPEC §8 leaves
 * repeating to the user). Only the last failure reaches the notices. Leaving the screen stops the retries, and so does
 * signing in or out, which resets the store.
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
        // A server that did not respond has already used up the waiting time.
        return attempt <= tries && Date.now() - started < callTimeout && mayHelp(failure) && askers.wait();
      },
      backoff: (attempt, _, signal) => pause(Math.max(asked, pauseBefore(attempt, firstPause)), signal),
    });
    return await patient(call, api, options);
  };
}

const pauseBefore = (attempt: number, first: number): number =>
  first * 2 ** (attempt - 1) * (0.5 + Math.random());

/** Waits; rejects if the call is aborted meanwhile. */
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
 * Checks whether anything still waits for the response. A machine's reads never have a subscriber; a screen's are found
 * within half a second, the time that RTK Query takes to add subscriptions to the store.
 */
function watchAskers({ getState, queryCacheKey }: Parameters<CallQuery>[1]): { wait(): boolean } {
  let seen = false;
  return {
    wait() {
      // A caller that has unsubscribed leaves an empty record behind.
      const askers = (getState() as WithSubscriptions).api.subscriptions[queryCacheKey ?? ''] ?? {};
      const there = Object.keys(askers).length > 0;
      seen ||= there;
      return there || !seen;
    },
  };
}
