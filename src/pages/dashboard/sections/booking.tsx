import { BookingSection } from '@/features/booking/booking-section';
import { BookingTabs } from './booking-tabs';
import type { SectionProps } from './section-props';
import { openAddPatients } from './shortcuts';

/** The Booking section, with a tab to the Authenticate section. */
export function BookingPane({ onOpen }: SectionProps) {
  return (
    <BookingTabs section="booking" onOpen={onOpen}>
      <BookingSection onAddPatients={() => openAddPatients(onOpen)} />
    </BookingTabs>
  );
}
