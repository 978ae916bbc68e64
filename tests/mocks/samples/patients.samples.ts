import { firstPatient, importRow, patientRecord } from '@/mocks/conformance/sample-data';
import type { Samples } from '@/mocks/conformance/samples';

export const patientsSamples = {
  fetchPatients: { summary: 'Lists the clinic’s patients', as: 'provider', answer: [firstPatient] },
  addPatients: {
    summary: 'Adds patients to the clinic: all of them, or none',
    as: 'provider',
    request: { body: [importRow] },
    answer: { message: '1 patients added' },
  },
  updatePatient: {
    summary: 'Changes a patient of the clinic',
    as: 'provider',
    request: { path: { id: 5002 }, body: patientRecord },
    answer: { message: 'Patient updated' },
  },
  authenticatePatients: {
    summary: 'Authorizes patients of the clinic',
    as: 'provider',
    request: { body: { patientIds: [patientRecord.patient_id], authorized: 1 } },
    answer: { message: 'Authorization updated' },
  },
} satisfies Partial<Samples>;
