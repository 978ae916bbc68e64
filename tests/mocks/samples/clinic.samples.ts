import { clinicProfile, clinicRequest, lab } from '@/mocks/conformance/sample-data';
import type { Samples } from '@/mocks/conformance/samples';

export const clinicSamples = {
  fetchClinics: {
    summary: 'Lists the clinics that a patient can choose',
    answer: [{ clinic_id: 'C001', clinic_name: 'Harbor Street Clinic' }],
  },
  requestClinic: {
    summary: 'Asks to have a clinic onboarded',
    request: { body: clinicRequest },
    answer: { message: 'Request sent' },
  },
  fetchLabs: {
    summary: 'Returns the clinic’s lab, or null if it has none',
    as: 'provider',
    answer: {
      lab_name: 'Northfold Labs',
      lab_id_no: '50D2031415',
      lab_phone: '+12065550188',
      lab_street: '1200 Pike Street',
      lab_city: 'Seattle',
      lab_postal_code: '98101',
      lab_state: 'WA',
      lab_country: 'United States',
      address_line_2: 'Dock B',
      instructions: 'Drop samples at the rear entrance before 4 pm, Monday to Friday.',
    },
  },
  addLab: {
    summary: 'Stores the clinic’s lab',
    as: 'provider',
    needs: ({ remove }) => remove('labs', 'C001'),
    request: { body: lab },
    answer: { message: 'Lab added' },
  },
  updateLab: {
    summary: 'Changes the clinic’s lab',
    as: 'provider',
    request: { body: lab },
    answer: { message: 'Lab updated' },
  },
  fetchClinicProfile: {
    summary: 'Returns the clinic’s profile',
    as: 'provider',
    answer: {
      clinic_email: 'provider@kitwell.test',
      phone_number: '+12065550110',
      clinic_name: 'Harbor Street Clinic',
      clinic_street: '410 Harbor Street',
      clinic_city: 'Seattle',
      clinic_postal_code: '98101',
      clinic_state: 'WA',
      clinic_country: 'United States',
      address_line_2: '',
      patient_count: '1-50',
      clinic_address: '410 Harbor Street, Seattle, WA, 98101, United States',
    },
  },
  updateClinicProfile: {
    summary: 'Changes the clinic’s profile',
    as: 'provider',
    request: { body: { ...clinicProfile, city: 'Tacoma' } },
    answer: { message: 'Profile updated' },
  },
} satisfies Partial<Samples>;
