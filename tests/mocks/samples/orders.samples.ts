import { distantFuture, patientRecord } from '@/mocks/conformance/sample-data';
import type { Samples } from '@/mocks/conformance/samples';

export const ordersSamples = {
  fetchProducts: {
    summary: 'Lists the kits',
    as: 'provider',
    answer: [
      {
        id: 'kit-essential-2',
        name: 'Essential 2 Panel',
        price: 79,
        description:
          '<p>The two most common infections.</p><h3>What the lab looks for</h3><ul><li>Chlamydia</li><li>Gonorrhea</li></ul><p><strong>Sample:</strong> urine, collected at home. A prepaid, plain return envelope is in the box.</p>',
      },
    ],
  },
  requestAddressConfirmation: {
    summary: 'Orders a kit by asking the patient to confirm the address',
    as: 'provider',
    answer: { success: true, message: 'We emailed Mary Swift-Klein to confirm the delivery address.' },
    needs: ({ patch }) => patch('patients', patientRecord.patient_id, { authorized: 1 }),
    request: {
      body: { patientId: patientRecord.patient_id, frequency: '1 Month', kitType: 'kit-standard-5' },
    },
  },
  confirmAddress: {
    summary: 'Confirms the address of an order, which creates it',
    answer: { success: true, message: 'Address confirmed' },
    needs: ({ insert }) =>
      insert('confirmations', {
        token: 'abc',
        patient_id: patientRecord.patient_id,
        clinic_id: 'C001',
        frequency: '1 Month',
        kit_type: 'kit-standard-5',
        expires_at: distantFuture,
        order_id: null,
      }),
    request: { body: { token: 'abc' } },
  },
} satisfies Partial<Samples>;
