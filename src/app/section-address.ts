import { type DashboardSection, dashboardSections } from '@/contract';

/** The address of a section of the dashboard (§Notes "Dashboard"). */
export const sectionPath = (section: DashboardSection): string => `/dashboard?section=${section}`;

/** Returns the section that the query of the dashboard's address names; null if it names none that exists. */
export function sectionIn(query: string): DashboardSection | null {
  const named = new URLSearchParams(query).get('section');
  return dashboardSections.find((section) => section === named) ?? null;
}
