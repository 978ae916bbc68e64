import type { Patient } from '@/contract';

/** Where every list of a provider's patients is searched (SPEC §2); `patientList.searchedFields` says so. */
export const searchedTexts = (patient: Patient): readonly string[] => [
  patient.patient_name,
  patient.patient_email,
];
