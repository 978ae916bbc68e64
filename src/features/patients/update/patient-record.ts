import type { PatientRecord } from '@/contract';
import type { Address, AddressFieldName } from '@/lib/address/address';

/** The record's keys for the parts of the address. */
export const addressKeys = {
  street: 'patient_street',
  city: 'patient_city',
  postalCode: 'patient_postal_code',
  state: 'patient_state',
  country: 'patient_country',
  addressLine2: 'address_line_2',
} as const satisfies Record<AddressFieldName, keyof PatientRecord>;

/** Returns a patient's address under the names of the address fields. */
export const addressOf = (patient: Pick<PatientRecord, (typeof addressKeys)[AddressFieldName]>): Address => ({
  street: patient.patient_street,
  city: patient.patient_city,
  postalCode: patient.patient_postal_code,
  state: patient.patient_state,
  country: patient.patient_country,
  addressLine2: patient.address_line_2,
});
