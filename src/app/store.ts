import { isWrite, type Notice, textOf } from '@kitwell/mock-engine/declaration';
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import {
  declarationOf,
  isFailure,
  isOutcomeUnknown,
  noticeOf,
  type OperationName,
  reportsDuplicate,
  successMessage,
  type Tag,
} from '@/contract';
import { config } from '@/lib/config';
import { report } from '@/lib/report';
import { closeToast, type ToastOptions, toast } from '@/ui/feedback/toast';
import { api, type Write, type WriteOptions } from './api';
import { type CallExtras, type CallMeta, messageIn, type RetrySchedule, type SessionPort } from './client';

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
 * The only place that shows the user how a call ended: it shows the contract's notices (§8) as toasts. Screens
 * show a failure's text in place with `failureMessage`; they never show toasts for calls themselves. The toast of an
 * operation is replaced by that of its next result, and that of a write closes when the next try begins.
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
      // The user has tried again: what the last try lacked, or how it ended, is no longer true.
      if (isWrite(declarationOf(name)) && !optionsOf(meta).silent) closeToast(topicOf(name));
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
      if (optionsOf(meta).acceptDuplicate && reportsDuplicate(payload)) closeToast(topicOf(operation));
      else if (!optionsOf(meta).silent) show(operation, noticeOf(payload), payload.message, 'error');
    },
  });
  return listener;
}

function show(name: OperationName, notice: Notice, message: string | null, tone: 'success' | 'error'): void {
  const { toasts: position } = declarationOf(name);
  const topic = topicOf(name);
  const text = textOf(notice, message);
  // The last toast is no longer true, even if this result has none.
  if (text === null) closeToast(topic);
  else toast(text, { tone, position, topic });
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

/** Returns the topic of an operation's toasts: the result of one operation of a form replaces that of another one. */
export const topicOf = (operation: OperationName): string => declarationOf(operation).form ?? operation;

/**
 * Shows the success message of an operation that was done although its response was lost. It has no topic: §8's
 * message for the lost response must stay readable beside it.
 */
export function toastDone(operation: OperationName): void {
  const message = successMessage(operation);
  if (message !== null) dashboardToast(message, { tone: 'success' });
}
