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

/** "Booking / Order Kits" is two sections; a tab strip leads from one to the other (SPEC-NOTES "Dashboard"). */
export function BookingTabs({ section, onOpen, children }: BookingTabsProps) {
  // The other section brings a strip of its own; until it is there, this one shows what was chosen, and takes a change of mind.
  const [chosen, setChosen] = useState(section);
  const choose = (next: typeof section) => {
    setChosen(next);
    onOpen(next);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
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
