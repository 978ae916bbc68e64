import type { Tone } from '@/ui/feedback/tone';

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
 * Shows a short message for 5000 ms (SPEC §9). Top-right unless told otherwise. The same text at the same
 * place is shown once while it stands. Called before the Toaster is mounted, it waits for it.
 */
export function toast(text: string, options: ToastOptions = {}): void {
  const message = { text, ...options };
  if (sink) sink(message);
  else waiting.push(message);
}

/**
 * Where toasts go. The Toaster sets itself here, so that code which only speaks doesn't load what draws.
 * Returns a function that takes the sink away again.
 */
export function connectToasts(next: ToastSink): () => void {
  sink = next;
  const held = waiting;
  waiting = [];
  for (const message of held) next(message);
  return () => {
    if (sink === next) sink = null;
  };
}
