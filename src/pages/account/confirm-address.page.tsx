import { useParams } from 'react-router-dom';
import { AddressConfirmation } from '@/features/orders/address-confirmation';

/** §2 "Confirm Your Address". The key starts a new confirmation when the link changes. */
export function ConfirmAddressPage() {
  const { token = '' } = useParams();
  return <AddressConfirmation key={token} token={token} />;
}
