import { isBlank, type PatientProfile } from '@/contract';

const needed = [
  ['patient_name', 'name'],
  ['patient_phone', 'phone'],
  ['patient_age', 'age'],
  ['patient_street', 'street'],
  ['patient_city', 'city'],
  ['patient_postal_code', 'postal code'],
  ['patient_state', 'state'],
  ['patient_country', 'country'],
  ['shipping_type', 'shipping type'],
  ['frequency', 'frequency'],
  ['kit_type', 'kit type'],
] as const satisfies readonly (readonly [keyof PatientProfile, string])[];

/** What a profile still lacks to be complete (SPEC §5 "Patient profile"), in words. */
export const missingFields = (profile: PatientProfile): string[] =>
  needed.filter(([field]) => isBlank(profile[field])).map(([, words]) => words);
