export type Tone = 'info' | 'success' | 'warning' | 'error';

type ToastPosition = 'top-right' | 'top-center';

export interface ToastOptions {
  tone?: Tone | undefined;
  position?: ToastPosition | undefined;
  /** A button inside the toast; pressing it closes the toast. */
  action?: { label: string; onPress: () => void } | undefined;
}

export interface ToastMessage extends ToastOptions {
  text: string;
}

type ToastSink = (message: ToastMessage) => void;

let sink: ToastSink | null = null;
let waiting: ToastMessage[] = [];

/**
 * Shows a short message for 5000 ms (SPEC §9), by default at the top right. A text that is already shown at the same
 * position stays for another 5000 ms instead. Messages wait until the Toaster is mounted.
 */
export function toast(text: string, options: ToastOptions = {}): void {
  const message = { text, ...options };
  if (sink) sink(message);
  else waiting.push(message);
}

/** Sets the sink that renders toasts, so that callers of `toast` do not load it. Returns a function to disconnect. */
export function connectToasts(next: ToastSink): () => void {
  sink = next;
  const held = waiting;
  waiting = [];
  for (const message of held) next(message);
  return () => {
    if (sink === next) sink = null;
  };
}
