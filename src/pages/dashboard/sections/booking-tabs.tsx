import type { ReactNode } from 'react';
import type { DashboardSection } from '@/contract';
import { PageTitle } from '@/shared/ui/page-title';
import { Tabs } from '@/shared/ui/tabs';
import { fixed, strings } from '../strings';

interface BookingTabsProps {
  section: 'authenticate' | 'booking';
  onOpen: (section: DashboardSection) => void;
  children: ReactNode;
}

/** "Booking / Order Kits" is two sections; a tab strip leads from one to the other (SPEC-NOTES "Dashboard"). */
export function BookingTabs({ section, onOpen, children }: BookingTabsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageTitle>{fixed.booking.title}</PageTitle>
      <Tabs
        label={fixed.booking.title}
        value={section}
        onValueChange={onOpen}
        tabs={[
          {
            value: 'authenticate',
            label: strings.booking.authenticate,
            content: section === 'authenticate' ? children : null,
          },
          {
            value: 'booking',
            label: fixed.booking.booked,
            content: section === 'booking' ? children : null,
          },
        ]}
      />
    </div>
  );
}
