import { useEffect, useRef, useState } from 'react';
import {
  type Answer,
  type Failure,
  isFailure,
  isOutcomeUnknown,
  type OperationName,
  type Request,
  reportsDuplicate,
} from '@/contract';
import { useFailuresInPlace } from './failures-in-place';
import { runOperation, useApiStore } from './operation-actor';

interface WriteState<K extends OperationName> {
  readonly busy: boolean;
  /** It succeeded; nothing is sent any more. */
  readonly done: boolean;
  /** The response of the successful try; absent if the server rejected that try as a duplicate. */
  readonly answer?: Answer<K>;
  /** Why the last try failed (§8); null while the next one is pending. */
  readonly failure: Failure | null;
  /** A try got no response, so the write may have been processed. Set until a success. */
  readonly unanswered: boolean;
}

interface UseWriteOptions {
  /**
   * After a try without a response, a rejection because the item exists counts as success: that try created it.
   * Default: false.
   */
  readonly acceptDuplicate?: boolean;
  /** A try before the page was reloaded may have been processed. Default: false. */
  readonly unanswered?: boolean;
  /** Called once on success, unless the screen was left before; need not be stable. */
  readonly onDone?: () => void;
}

/** How a try ended. `unknown`: without a response, so it may have been processed. */
type WriteEnd = 'done' | 'rejected' | 'unknown';

const idle = { busy: false, done: false, failure: null, unanswered: false };

/**
 * Makes one write that a screen may retry until it succeeds. What needs an order of steps is a machine instead. Leaving
 * the screen does not cancel a pending call: its outcome is still reported (see `runOperation`).
 *
 * @param operation the write
 */
export function useWrite<K extends OperationName>(
  operation: K,
  { acceptDuplicate = false, unanswered: wasUnanswered = false, onDone }: UseWriteOptions = {},
) {
  const store = useApiStore();
  const [state, setState] = useState<WriteState<K>>({ ...idle, unanswered: wasUnanswered });
  // The second of two quick presses comes before the next render, so `send` can't rely on the rendered state.
  const latest = useRef(state);
  // The dialog that is open then is its own, which shows the failure or closes; the new password's page has none.
  useFailuresInPlace([operation], () => latest.current.busy, 'dialog');
  const callback = useRef(onDone);
  useEffect(() => {
    callback.current = onDone;
    return () => {
      callback.current = undefined;
    };
  });

  function set(next: WriteState<K>): void {
    latest.current = next;
    setState(next);
  }

  function succeed(answered: { readonly answer?: Answer<K> }): WriteEnd {
    set({ ...idle, ...answered, done: true });
    callback.current?.();
    return 'done';
  }

  function fail(error: unknown): WriteEnd {
    const { unanswered } = latest.current;
    if (acceptDuplicate && unanswered && reportsDuplicate(error)) return succeed({});
    const isUnknown = isOutcomeUnknown(error);
    set({
      ...idle,
      // The store reports a bug in our code.
      failure: isFailure(error) ? error : null,
      unanswered: unanswered || isUnknown,
    });
    return isUnknown ? 'unknown' : 'rejected';
  }

  const { unanswered, ...shown } = state;
  return {
    ...shown,
    /** A try got no response, and none is pending: the screen says that it may have been saved. */
    outcomeUnknown: unanswered && !state.busy,
    /**
     * Makes the call; does nothing while one is pending or after a success.
     *
     * @param onEnd called when this try has ended, also if the screen was left before
     */
    send(request: Request<K>, onEnd: (end: WriteEnd) => void = () => undefined): void {
      const { busy, done } = latest.current;
      if (busy || done) return;
      set({ ...idle, unanswered: latest.current.unanswered, busy: true });
      const options = { acceptDuplicate: acceptDuplicate && latest.current.unanswered };
      runOperation(store, operation, request, options)
        .then((answer) => succeed({ answer }), fail)
        .then(onEnd);
    },
    /** Clears the failure, unless the outcome is unknown. */
    clearFailure(): void {
      if (!latest.current.unanswered) set({ ...latest.current, failure: null });
    },
  };
}
