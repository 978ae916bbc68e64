import { type Contract, declarationOf, type OperationName, operationNames } from '@/contract/contract';
import type { Stage } from '@/mocks/conformance/paths/stage';

/** Calls that need a token and carry a body. */
type BodyWithToken = {
  [K in OperationName]: Contract[K] extends { readonly auth: 'required'; readonly body: unknown } ? K : never;
}[OperationName];

/** Bodies that the contract accepts, so that only the token is missing. */
function bodies({ cast }: Stage): Readonly<Record<BodyWithToken, unknown>> {
  const { address } = cast;
  const patientId = 'none';
  return {
    addLab: cast.lab,
    updateLab: cast.lab,
    updateClinicProfile: { phoneNumber: '+12065550177', clinicName: 'A', patients: '1-50', ...address },
    addPatients: [cast.importRow],
    updatePatient: {
      patient_id: patientId,
      patient_name: 'A',
      patient_email: cast.stranger,
      patient_phone: '+12065550133',
      patient_age: '',
      patient_street: 'A',
      patient_city: 'A',
      patient_postal_code: '98101',
      patient_state: 'WA',
      patient_country: 'USA',
      address_line_2: '',
    },
    authenticatePatients: { patientIds: [patientId], authorized: 1 },
    sendInvitation: {
      providerType: 'Nurse',
      timeSlot: 'Monday',
      meetLink: 'https://meet.example.com/a',
      patientId,
    },
    requestAddressConfirmation: { patientId, frequency: '1 Month', kitType: 'none' },
    updatePatientProfile: {
      name: 'A',
      phone: '+12065550133',
      age: '30',
      ...address,
      shippingType: 'USPS',
      frequency: '1 Month',
      kitType: 'none',
      clinicId: '',
    },
    trackKitStatus: { orderId: null },
    createCheckoutSession: {},
  };
}

/** Every call that needs a token refuses whoever has none, and whoever made one up (SPEC §6). */
export async function anonymousPaths(stage: Stage): Promise<void> {
  const valid: Partial<Record<OperationName, unknown>> = bodies(stage);
  for (const name of operationNames) {
    if (declarationOf(name).auth !== 'required') continue;
    const body = valid[name];
    const inPath = [...declarationOf(name).operation.matchAll(/\{(\w+)\}/g)].map(([, part]) => [part, 1]);
    const parts = { path: Object.fromEntries(inPath), ...(body === undefined ? {} : { body }) };
    const request = () => parts as never;
    await stage.visit.refused(name, { path: 'without a token', request, status: [401] });
  }
  await stage.visit.refused('verifyUser', {
    path: 'with a token of nobody',
    token: () => 'made-up',
    status: [401],
  });
}
