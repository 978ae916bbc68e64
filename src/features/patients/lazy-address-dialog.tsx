import { useState } from 'react';
import { onDemand } from '@/shared/ui/on-demand';
import type { AddressDialogProps } from './address-dialog';

const AddressDialog = onDemand<AddressDialogProps>(
  async () => (await import('./address-dialog')).AddressDialog,
);

export const prefetchAddressDialog = AddressDialog.prefetch;

/** The address modal; its code comes when it is opened for the first time. */
export function LazyAddressDialog(props: AddressDialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? <AddressDialog {...props} /> : null;
}
