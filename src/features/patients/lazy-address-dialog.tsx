import { dashboardToast } from '@/features/api/store';
import { lazyWithRetry } from '@/lib/lazy';
import { strings } from './strings';

/** The address modal; its code is preloaded, or loaded when it is opened for the first time. */
export const LazyAddressDialog = lazyWithRetry(async () => (await import('./address-dialog')).AddressDialog, {
  wanted: ({ open }) => open,
  onFailure: ({ onClose }) => {
    dashboardToast(strings.dialogNotLoaded, { tone: 'error' });
    onClose();
  },
});
