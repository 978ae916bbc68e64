import { type ToastOptions, toast } from '@/shared/ui/toast';

/** A toast where those of the dashboard stand: top-center (docs/assumptions.md). */
export const dashboardToast = (text: string, options: Omit<ToastOptions, 'position'>): void =>
  toast(text, { ...options, position: 'top-center' });
