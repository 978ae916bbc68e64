import { writeStored } from '@/lib/storage';
import type { SectionProps } from './section-props';

/** Opens the form with the clinic's lab. */
export function openLab(onOpen: SectionProps['onOpen']): void {
  writeStored('activeClinicTab', 'Sample Testing Lab');
  onOpen('clinicProfile');
}

/** Opens the list of patients to edit. */
export function openUpdatePatients(onOpen: SectionProps['onOpen']): void {
  writeStored('activePatientTab', 'Update Patients');
  onOpen('patients');
}

/** Opens the grid for new patients. */
export function openAddPatients(onOpen: SectionProps['onOpen']): void {
  writeStored('activePatientTab', 'Add Patients');
  onOpen('patients');
}
