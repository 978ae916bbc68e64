import { type ReactNode, useState } from 'react';
import type { DashboardSection } from '@/contract';
import { PageTitle } from '@/ui/layout/page-title';
import { Tabs } from '@/ui/layout/tabs';
import { fixed, strings } from '../strings';

interface BookingTabsProps {
  section: 'authenticate' | 'booking';
  onOpen: (section: DashboardSection) => void;
  children: ReactNode;
}

/** "Booking / Order Kits" consists of two sections; tabs switch between them (SPEC-NOTES "Dashboard"). */
export function BookingTabs({ section, onOpen, children }: BookingTabsProps) {
  // Shows the chosen tab at once; it can still be changed until the other section renders its own tabs.
  const [chosen, setChosen] = useState(section);
  const choose = (next: typeof section) => {
    setChosen(next);
    onOpen(next);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PageTitle>{fixed.booking.title}</PageTitle>
      <Tabs
        label={fixed.booking.title}
        value={chosen}
        onValueChange={choose}
        tabs={[
          { value: 'authenticate', label: strings.booking.authenticate, content: children },
          { value: 'booking', label: fixed.booking.booked, content: children },
        ]}
      />
    </div>
  );
}
