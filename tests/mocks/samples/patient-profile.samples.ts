import { firstPatient, profile } from '@/mocks/conformance/sample-data';
import type { Samples } from '@/mocks/conformance/samples';

export const patientProfileSamples = {
  fetchPatientProfile: {
    summary: 'Returns the patient’s own profile',
    as: 'patient',
    answer: {
      ...firstPatient,
      shipping_type: 'USPS',
      frequency: '3 Months',
      kit_type: 'kit-standard-5',
      order_id: 'KW-10001',
      clinic_name: 'Harbor Street Clinic',
      clinic_id: 'C001',
    },
  },
  updatePatientProfile: {
    summary: 'Changes the patient’s own profile',
    as: 'patient',
    request: { body: profile },
    answer: { message: 'Profile updated' },
  },
  trackKitStatus: {
    summary: 'Returns the status of an ordered kit',
    as: 'patient',
    request: { body: { orderId: 'KW-10001' } },
    answer: { success: true, status: 'Kit shipped' },
  },
} satisfies Partial<Samples>;
