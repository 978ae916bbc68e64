import { dashboardToast } from '@/features/api/dashboard-toast';
import { dialogOnDemand } from '@/shared/ui/dialog-on-demand';
import type { AddressDialogProps } from './address-dialog';
import { strings } from './strings';

/** The address modal; its code comes when it is opened for the first time, or ahead. */
export const LazyAddressDialog = dialogOnDemand<AddressDialogProps>(
  async () => (await import('./address-dialog')).AddressDialog,
  ({ onClose }) => {
    dashboardToast(strings.dialogNotLoaded, { tone: 'error' });
    onClose();
  },
);
