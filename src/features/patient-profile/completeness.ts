import type { PatientProfile, PatientProfileUpdate } from '@/contract';
import { missingProfileFields } from '@/machines/profile-update.machine';
import { updateOf } from './profile-values';

const words: Readonly<Record<keyof PatientProfileUpdate, string>> = {
  name: 'name',
  phone: 'phone',
  age: 'age',
  street: 'street',
  city: 'city',
  postalCode: 'postal code',
  state: 'state',
  country: 'country',
  addressLine2: 'address line 2',
  shippingType: 'shipping type',
  frequency: 'frequency',
  kitType: 'kit type',
  clinicId: 'provider',
};

/** What a profile still lacks to be complete (SPEC §5 "Patient profile"), in words. */
export const missingFields = (profile: PatientProfile): string[] =>
  missingProfileFields(updateOf(profile)).map((field) => words[field]);
