import { BookingSection } from '@/features/booking/booking-section';
import type { SectionProps } from './section-props';
import { openAddPatients } from './shortcuts';

/** The Booking section, below the tabs that lead to the Authenticate section. */
export function BookingPane({ onOpen }: SectionProps) {
  return <BookingSection onAddPatients={() => openAddPatients(onOpen)} />;
}
