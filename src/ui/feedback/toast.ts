export type Tone = 'info' | 'success' | 'warning' | 'error';

type ToastPosition = 'top-right' | 'top-center';

export interface ToastOptions {
  tone?: Tone | undefined;
  position?: ToastPosition | undefined;
  /** A button inside the toast; pressing it closes the toast. */
  action?: { label: string; onPress: () => void } | undefined;
  /** What the toast is a result of, such as a form or an operation: it replaces the last toast of the same topic. */
  topic?: string | undefined;
  /** Whether it stays when the session ends. By default only errors do. */
  outlivesSession?: boolean | undefined;
}

/** A toast to show. */
export interface ToastMessage extends ToastOptions {
  text: string;
}

/** What the Toaster receives: a message, or a topic whose last toast it closes; null closes all that do not outlive the session. */
export type ToastEvent = ToastMessage | { text: null; topic: string | null };

type ToastSink = (event: ToastEvent) => void;

let sink: ToastSink | null = null;
let waiting: ToastMessage[] = [];

/**
 * Shows a short message for 5000 ms (§9), by default at the top right; on phones one at a time is at the bottom. A
 * text that is already shown at the same position stays for another 5000 ms instead, unless it is of another topic.
 * Messages wait until the Toaster is mounted.
 */
export function toast(text: string, options: ToastOptions = {}): void {
  const message = { text, ...options };
  if (sink) sink(message);
  else waiting.push(message);
}

/** Closes the last toast of a topic, because a newer result has no text. Does nothing if none is shown. */
export function closeToast(topic: string): void {
  if (sink) sink({ text: null, topic });
  else waiting = waiting.filter((message) => message.topic !== topic);
}

/** Whether a toast stays when the session ends. Errors do: the answer that one reports may have ended the session. */
export const staysAfterSession = (message: ToastOptions): boolean =>
  message.outlivesSession ?? message.tone === 'error';

/** Closes the toasts of an account that is signed out, which may name its patients. */
export function closeToastsOfAccount(): void {
  waiting = waiting.filter(staysAfterSession);
  if (sink) sink({ text: null, topic: null });
}

/** Sets the sink that renders toasts, so that callers of `toast` do not load it. Returns a function to disconnect. */
export function connectToasts(next: ToastSink): () => void {
  sink = next;
  const queued = waiting;
  waiting = [];
  for (const message of queued) next(message);
  return () => {
    if (sink === next) sink = null;
  };
}
