import { noClinicId, roles } from '@/contract/constants';
import { newPatient } from '@/mocks/kitwell/rules/patient-records';
import type { MockSeed, TableRow } from '@/mocks/kitwell/tables';
import { demoPatient, demoProvider } from './demo-accounts';

export const demoClinicId = 'C001';

const place = { clinic_country: 'USA', address_line_2: '' };

export const demoClinic: TableRow<'clinics'> = {
  clinic_id: demoClinicId,
  clinic_email: demoProvider.email,
  phone_number: '+12065550110',
  clinic_name: demoProvider.name,
  clinic_street: '410 Harbor Street',
  clinic_city: 'Seattle',
  clinic_postal_code: '98101',
  clinic_state: 'WA',
  patient_count: '1-50',
  ...place,
};

/** Other clinics to choose at sign-up; they have no accounts. */
export const otherClinics: TableRow<'clinics'>[] = [
  {
    clinic_id: 'C002',
    clinic_email: 'desk@meridian.example.com',
    phone_number: '+13035550142',
    clinic_name: 'Meridian Family Health',
    clinic_street: '77 Larimer Street',
    clinic_city: 'Denver',
    clinic_postal_code: '80202',
    clinic_state: 'CO',
    patient_count: '1-500',
    ...place,
  },
  {
    clinic_id: 'C003',
    clinic_email: 'hello@saltwater.example.com',
    phone_number: '+16175550167',
    clinic_name: 'Saltwater Wellness',
    clinic_street: '9 Beacon Street',
    clinic_city: 'Boston',
    clinic_postal_code: '02108',
    clinic_state: 'MA',
    patient_count: '1-100',
    ...place,
  },
];

export const demoLab: TableRow<'labs'> = {
  clinic_id: demoClinicId,
  lab_name: 'Northfold Labs',
  lab_id_no: '50D2031415',
  lab_phone: '+12065550188',
  lab_street: '1200 Pike Street',
  lab_city: 'Seattle',
  lab_postal_code: '98101',
  lab_state: 'WA',
  lab_country: 'USA',
  address_line_2: 'Dock B',
  instructions: 'Drop samples at the rear entrance before 4 pm, Monday to Friday.',
};

/** The record of the demo patient: the clinic's first patient, or without a clinic and without clinic data. */
export function demoPatientRecord(clinicId: string): TableRow<'patients'> {
  const known = {
    patient_id: 'P-1001',
    id: 5001,
    clinic_id: clinicId,
    account_id: 'account-2',
    patient_name: demoPatient.name,
    patient_email: demoPatient.email,
    patient_phone: '+1 206 555 0123',
  };
  if (clinicId === noClinicId) return newPatient(known);
  return newPatient({
    ...known,
    patient_age: 31,
    patient_street: '2250 Alder Avenue',
    patient_city: 'Seattle',
    patient_postal_code: '98101',
    patient_state: 'WA',
    patient_country: 'USA',
    shipping_type: 'USPS',
    frequency: '3 Months',
    kit_type: 'kit-standard-5',
  });
}

/** Both demo accounts, created at `at` (ISO 8601). */
export const demoAccountRows = (at: string): NonNullable<MockSeed['rows']['accounts']> => [
  {
    id: 'account-1',
    email: demoProvider.email,
    password: demoProvider.password,
    role: roles.provider,
    clinic_id: demoClinicId,
    patient_id: null,
    created_at: at,
  },
  {
    id: 'account-2',
    email: demoPatient.email,
    password: demoPatient.password,
    role: roles.patient,
    clinic_id: null,
    patient_id: 'P-1001',
    created_at: at,
  },
];
