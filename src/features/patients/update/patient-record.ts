import type { Patient, PatientRecord } from '@/contract';
import type { Address, AddressFieldName } from '@/shared/address/address';

/** The record that editing a patient starts from and that is sent (SPEC §7 "update-patient"). */
export function recordOf({ id: _, authorized: __, ...record }: Patient): PatientRecord {
  return record;
}

/** Where a patient's record keeps each part of the address. */
export const addressKeys = {
  street: 'patient_street',
  city: 'patient_city',
  postalCode: 'patient_postal_code',
  state: 'patient_state',
  country: 'patient_country',
  addressLine2: 'address_line_2',
} as const satisfies Record<AddressFieldName, keyof PatientRecord>;

/** A patient's address by the names that the address fields use. */
export const addressOf = (patient: Pick<PatientRecord, (typeof addressKeys)[AddressFieldName]>): Address => ({
  street: patient.patient_street,
  city: patient.patient_city,
  postalCode: patient.patient_postal_code,
  state: patient.patient_state,
  country: patient.patient_country,
  addressLine2: patient.address_line_2,
});

/** Patients with the text that a search looks at, prepared once: a keystroke then only compares. */
export const searchable = (patients: readonly Patient[]) =>
  patients.map((patient) => ({
    patient,
    haystack: `${patient.patient_name}\n${patient.patient_email}`.toLowerCase(),
  }));

/** Patients whose name or email contains the query (SPEC §2), and the one that must stay in any case. */
export function findPatients(
  prepared: ReturnType<typeof searchable>,
  query: string,
  kept: Patient['id'] | null,
): Patient[] {
  const wanted = query.trim().toLowerCase();
  return prepared.flatMap(({ patient, haystack }) =>
    patient.id === kept || haystack.includes(wanted) ? [patient] : [],
  );
}
