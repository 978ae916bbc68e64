import { useBilling } from '@/features/billing/use-billing';
import { AuthenticateSection } from '@/features/orders/authenticate-section';
import { writeStored } from '@/shared/storage';
import { BookingTabs } from './booking-tabs';
import type { SectionProps } from './section-props';

/** The Authenticate section, with the ways to the card and the lab that an order needs. */
export function OrdersPane({ onOpen }: SectionProps) {
  const billing = useBilling();
  const openLab = () => {
    writeStored('activeClinicTab', 'Sample Testing Lab');
    onOpen('clinicProfile');
  };
  return (
    <BookingTabs section="authenticate" onOpen={onOpen}>
      <AuthenticateSection onOpenBilling={billing.start} onOpenLab={openLab} />
    </BookingTabs>
  );
}
