import { notLoaded, type Patient } from '@/contract';

// Ours: free to reword.

/** Texts of every searchable list of a provider's patients. */
export const patientList = {
  search: 'Search by patient name or email',
  notLoaded: notLoaded('your patients'),
  count: (count: number) => `${count} ${count === 1 ? 'patient' : 'patients'}`,
  noMatch: 'No patients found',
  searchedFields: 'name or email',
  empty: 'No patients yet',
  emptyHint: 'Add your first patients in the Patients section.',
  toAdd: 'Add patients',
} as const;

/** The fields in which a list of patients is searched (SPEC §2); `patientList.searchedFields` describes them. */
export const searchedTexts = (patient: Patient): readonly string[] => [
  patient.patient_name,
  patient.patient_email,
];
