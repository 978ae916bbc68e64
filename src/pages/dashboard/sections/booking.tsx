import { BookingTabs } from './booking-tabs';
import type { SectionProps } from './section-props';

export function BookingPane({ onOpen }: SectionProps) {
  return (
    <BookingTabs section="booking" onOpen={onOpen}>
      {null}
    </BookingTabs>
  );
}
