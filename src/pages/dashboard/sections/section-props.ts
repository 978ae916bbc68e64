import type { DashboardSection } from '@/contract';

/** What every section gets from the frame. */
export interface SectionProps {
  /** Opens another section. */
  onOpen: (section: DashboardSection) => void;
}
