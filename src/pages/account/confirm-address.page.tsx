import { useParams } from 'react-router-dom';
import { AddressConfirmation } from '@/features/orders/address-confirmation';

/** SPEC §2 "Confirm Your Address". Another link is another confirmation, hence the key. */
export function ConfirmAddressPage() {
  const { token = '' } = useParams();
  return <AddressConfirmation key={token} token={token} />;
}
