import { AddressConfirmation } from '@/features/orders/address-confirmation';
import { useLinkToken } from './link-token';

/** §2 "Confirm Your Address". The key starts a new confirmation when the link changes. */
export function ConfirmAddressPage() {
  const token = useLinkToken();
  return <AddressConfirmation key={token} token={token} />;
}
