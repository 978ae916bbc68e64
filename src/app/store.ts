import { isWrite, type Notice, textOf } from '@kitwell/mock-engine/declaration';
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import {
  declarationOf,
  type Failure,
  isDenied,
  isFailure,
  isOutcomeUnknown,
  noticeOf,
  type OperationName,
  reportsDuplicate,
  type Tag,
} from '@/contract';
import { config } from '@/lib/config';
import { report } from '@/lib/report';
import { closeToast, type ToastOptions, toast } from '@/ui/feedback/toast';
import { api, type Write, type WriteOptions } from './api';
import { type CallExtras, type CallMeta, messageIn, type RetrySchedule, type SessionPort } from './client';
import { isShownInPlace } from './failures-in-place';

/** RTK Query's action at the start of a call, and at its end. */
interface CallAction {
  readonly type: string;
  readonly payload: unknown;
  readonly meta: {
    /** The arguments of a read are its request. */
    readonly arg: {
      readonly endpointName: OperationName;
      readonly originalArgs?: Partial<Write> | undefined;
    };
    readonly aborted?: boolean;
    readonly condition?: boolean;
    readonly baseQueryMeta?: CallMeta;
  };
}

/** Matches the start or the end of a call of any operation. */
function call(how: 'matchPending' | 'matchFulfilled' | 'matchRejected') {
  const matchers = Object.values(api.endpoints).map((endpoint) => endpoint[how]);
  return (action: unknown): action is CallAction => matchers.some((matches) => matches(action));
}

const optionsOf = ({ arg }: CallAction['meta']): WriteOptions => arg.originalArgs?.options ?? {};

/**
 * Shows the contract's notices (§8) as toasts, except a failure that a screen shows in place (`useFailuresInPlace`). One
 * that ends the session is always a toast: its screen is about to be left. The toast of an operation is replaced by that
 * of its next result, and that of a write closes when the next try begins.
 */
function noticeListener(onWritten: (changed: readonly Tag[]) => void) {
  const listener = createListenerMiddleware();
  const announceWrite = (name: OperationName) => {
    const { writes } = declarationOf(name);
    if (writes !== undefined) onWritten(writes);
  };
  listener.startListening({
    matcher: call('matchPending'),
    effect: ({ meta }) => {
      const { endpointName: name } = meta.arg;
      // The user has tried again: how the last try ended is no longer true.
      if (isWrite(declarationOf(name)) && !optionsOf(meta).silent) closeToast(name);
    },
  });
  listener.startListening({
    matcher: call('matchFulfilled'),
    effect: ({ payload, meta }) => {
      const name = meta.arg.endpointName;
      announceWrite(name);
      if (optionsOf(meta).silent) return;
      show(name, declarationOf(name).notices.ok, messageIn(payload), 'success');
    },
  });
  listener.startListening({
    matcher: call('matchRejected'),
    effect: ({ payload, meta }) => {
      // Aborted by signing in or out, or not started because the cache had the data: nothing to report.
      if (meta.aborted || meta.condition || !isFailure(payload)) return;
      const { operation, kind, status } = payload;
      // Its screen is about to be left.
      if (meta.baseQueryMeta?.isRefused)
        return report('a call was not made: no one is signed in', { operation });
      report('a call failed', { operation, kind, status });
      if (isOutcomeUnknown(payload)) announceWrite(operation);
      const { silent, acceptDuplicate } = optionsOf(meta);
      const isDone = acceptDuplicate && reportsDuplicate(payload);
      if (silent || isDone || (isShownInPlace(operation) && !isDenied(payload))) return;
      show(operation, noticeOf(payload), payload.message, 'error');
    },
  });
  return listener;
}

function show(name: OperationName, notice: Notice, message: string | null, tone: 'success' | 'error'): void {
  const { toasts: position } = declarationOf(name);
  const text = textOf(notice, message);
  // The last toast is no longer true, even if this result has none.
  if (text === null) closeToast(name);
  else toast(text, { tone, position, topic: name });
}

// Keeps the development checks without their slowness warnings, which depend mostly on the machine.
const checks = {
  serializableCheck: { warnAfter: Number.POSITIVE_INFINITY },
  immutableCheck: { warnAfter: Number.POSITIVE_INFINITY },
};

const usualSchedule: RetrySchedule = { tries: config.readRetries, firstPause: 500 };

interface StoreOptions {
  readonly session: SessionPort;
  readonly readRetries?: RetrySchedule;
  /** Called with what a write has changed, or may have changed if its response was lost. */
  readonly onWritten: (changed: readonly Tag[]) => void;
}

/** Creates the store of an application. */
export const createStore = ({ session, onWritten, readRetries = usualSchedule }: StoreOptions) => {
  const extraArgument: CallExtras = { session, readRetries };
  return configureStore({
    // The DevTools log would show passwords and the token to anyone who opens the browser's tools.
    devTools: import.meta.env.DEV,
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({ ...checks, thunk: { extraArgument } })
        .prepend(noticeListener(onWritten).middleware)
        .concat(api.middleware),
    // By default updates wait for the next frame, so a list would be rendered one frame later.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
};

export type Store = ReturnType<typeof createStore>;

/** Shows a toast where the dashboard's toasts appear: top-center (docs/assumptions.md). */
export const dashboardToast = (text: string, options: Omit<ToastOptions, 'position'>): void =>
  toast(text, { ...options, position: 'top-center' });

/** Shows the success message of an operation that was done although its response was lost. */
export const toastDone = (operation: OperationName): void =>
  show(operation, declarationOf(operation).notices.ok, null, 'success');

/**
 * Shows the failure of a write whose response was lost, unless a screen shows it. Call it when the look-up of what was
 * done has ended, or its screen is left before: when the call failed, the screen was still to show it.
 */
export function toastIfLeft(failure: Failure | null): void {
  if (failure === null || !isOutcomeUnknown(failure) || isShownInPlace(failure.operation)) return;
  show(failure.operation, noticeOf(failure), failure.message, 'error');
}
