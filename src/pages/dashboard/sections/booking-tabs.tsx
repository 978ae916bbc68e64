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

/**
 * "Booking / Order Kits" consists of two sections; tabs switch between them (§Notes "Dashboard"). They stay in the page
 * when the other section comes, and keep the focus.
 */
export function BookingTabs({ section, onOpen, children }: BookingTabsProps) {
  // Shows the chosen tab at once; it can still be changed until the other section is rendered.
  const [chosen, setChosen] = useState({ section, tab: section });
  if (chosen.section !== section) setChosen({ section, tab: section });
  const choose = (tab: typeof section) => {
    setChosen({ section, tab });
    onOpen(tab);
  };
  const contentOf = (tab: typeof section) => (tab === section ? children : null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PageTitle>{fixed.booking.title}</PageTitle>
      <Tabs
        label={fixed.booking.title}
        value={chosen.tab}
        onValueChange={choose}
        tabs={[
          { value: 'authenticate', label: strings.booking.authenticate, content: contentOf('authenticate') },
          { value: 'booking', label: fixed.booking.booked, content: contentOf('booking') },
        ]}
      />
    </div>
  );
}
