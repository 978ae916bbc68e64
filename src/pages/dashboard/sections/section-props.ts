import type { DashboardSection } from '@/contract';

/** Props of every section. */
export interface SectionProps {
  onOpen: (section: DashboardSection) => void;
}
