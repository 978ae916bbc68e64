import { type OperationName, successMessage } from '@/contract';
import { type ToastOptions, toast } from '@/ui/feedback/toast';

/** A toast where those of the dashboard stand: top-center (docs/assumptions.md). */
export const dashboardToast = (text: string, options: Omit<ToastOptions, 'position'>): void =>
  toast(text, { ...options, position: 'top-center' });

/** Says that an operation was done after all, in the words of its good answer, which was lost. */
export function toastDone(operation: OperationName): void {
  const message = successMessage(operation);
  if (message !== null) dashboardToast(message, { tone: 'success' });
}
