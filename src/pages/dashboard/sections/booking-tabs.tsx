import type { ReactNode } from 'react';
import type { DashboardSection } from '@/contract';
import { PageTitle } from '@/ui/layout/page-title';
import { Tabs } from '@/ui/layout/tabs';
import { fixed, strings } from '../strings';

interface BookingTabsProps {
  /** The rendered section. */
  section: 'authenticate' | 'booking';
  /** The section that was chosen last, which may not be rendered yet. */
  chosen: DashboardSection;
  onOpen: (section: DashboardSection) => void;
  children: ReactNode;
}

/**
 * "Booking / Order Kits" consists of two sections; tabs switch between them (§Notes "Dashboard"). They stay in the page
 * when the other section comes, and keep the focus.
 */
export function BookingTabs({ section, chosen, onOpen, children }: BookingTabsProps) {
  const contentOf = (tab: typeof section) => (tab === section ? children : null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PageTitle>{fixed.booking.title}</PageTitle>
      <Tabs
        label={fixed.booking.title}
        value={chosen === 'authenticate' || chosen === 'booking' ? chosen : section}
        onValueChange={onOpen}
        tabs={[
          { value: 'authenticate', label: strings.booking.authenticate, content: contentOf('authenticate') },
          { value: 'booking', label: fixed.booking.booked, content: contentOf('booking') },
        ]}
      />
    </div>
  );
}
