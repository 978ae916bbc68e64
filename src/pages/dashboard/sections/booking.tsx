import { BookingSection } from '@/features/booking/booking-section';
import type { SectionProps } from '@/pages/dashboard/sections/section-props';
import { BookingTabs } from './booking-tabs';

/** The Booking section, with a tab to the Authenticate section. */
export function BookingPane({ onOpen }: SectionProps) {
  return (
    <BookingTabs section="booking" onOpen={onOpen}>
      <BookingSection />
    </BookingTabs>
  );
}
