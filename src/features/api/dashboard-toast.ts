import { declarationOf, type OperationName, successMessage } from '@/contract';
import { type ToastOptions, toast } from '@/ui/feedback/toast';

/** Shows a toast where the dashboard's toasts appear: top-center (docs/assumptions.md). */
export const dashboardToast = (text: string, options: Omit<ToastOptions, 'position'>): void =>
  toast(text, { ...options, position: 'top-center' });

/** Returns the topic of an operation's toasts: the result of one operation of a form replaces that of another one. */
export const topicOf = (operation: OperationName): string => declarationOf(operation).form ?? operation;

/**
 * Shows the success message of an operation that was done although its response was lost. It has no topic: SPEC §8's
 * message for the lost response must stay readable beside it.
 */
export function toastDone(operation: OperationName): void {
  const message = successMessage(operation);
  if (message !== null) dashboardToast(message, { tone: 'success' });
}
