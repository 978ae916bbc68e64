import { notLoaded, type Patient } from '@/contract';
import type { Stored } from '@/contract/storage-keys';
import type { SortState } from '@/ui/table/data-table-columns';
import { groupedCount } from './grouped-count';
import { readStored, useStored } from './storage';

const patients = (count: number) => `${groupedCount(count)} ${count === 1 ? 'patient' : 'patients'}`;

// Ours: free to reword.

/** Texts of every searchable list of a provider's patients. */
export const patientList = {
  search: 'Search by patient name or email',
  notLoaded: notLoaded('your patients'),
  count: patients,
  countOf: (count: number, total: number) => `${groupedCount(count)} of ${patients(total)}`,
  countSimilar: (count: number) => `No exact match, ${groupedCount(count)} similar`,
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

export type PatientListName = keyof Stored<'patientListSorts'>;

/** The sort order of a list of patients; it is remembered as long as the user is signed in. */
export function useRememberedSort(list: PatientListName): SortState {
  const [sorts, setSorts] = useStored('patientListSorts');
  return [sorts[list], (next) => void setSorts({ ...readStored('patientListSorts'), [list]: next })];
}
