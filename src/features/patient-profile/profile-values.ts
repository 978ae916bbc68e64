import { noClinicId, type PatientProfile, type PatientProfileUpdate } from '@/contract';

/** Converts a fetched profile to the payload that is sent (SPEC §3). */
export const updateOf = (profile: PatientProfile): PatientProfileUpdate => ({
  name: profile.patient_name,
  phone: profile.patient_phone,
  age: profile.patient_age,
  street: profile.patient_street,
  city: profile.patient_city,
  postalCode: profile.patient_postal_code,
  state: profile.patient_state,
  country: profile.patient_country,
  addressLine2: profile.address_line_2,
  shippingType: profile.shipping_type,
  frequency: profile.frequency,
  kitType: profile.kit_type,
  clinicId: profile.clinic_id === noClinicId ? '' : profile.clinic_id,
});
