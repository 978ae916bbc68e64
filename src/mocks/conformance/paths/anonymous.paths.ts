import { type Contract, declarationOf, type OperationName, operationNames } from '@/contract/contract';
import type { TestContext } from '@/mocks/conformance/test-context';

type Part = 'path' | 'query' | 'body';
type PartsOf<K extends OperationName> = Extract<keyof Contract[K], Part>;
/** Operations that need a token and have request parameters. */
type Carrying = {
  [K in OperationName]: Contract[K] extends { readonly auth: 'required' }
    ? [PartsOf<K>] extends [never]
      ? never
      : K
    : never;
}[OperationName];
type Requests = { readonly [K in Carrying]: { readonly [P in PartsOf<K>]: unknown } };

/** Requests that match the contract, so that only the token is missing. */
function requests({ data }: TestContext): Requests {
  const { address } = data;
  const patientId = 'none';
  return {
    addLab: { body: data.lab },
    updateLab: { body: data.lab },
    updateClinicProfile: {
      body: { phoneNumber: '+12065550177', clinicName: 'A', patients: '1-50', ...address },
    },
    addPatients: { body: [data.importRow] },
    updatePatient: {
      path: { id: 1 },
      body: {
        patient_id: patientId,
        patient_name: 'A',
        patient_email: data.stranger,
        patient_phone: '+12065550133',
        patient_age: '',
        patient_street: 'A',
        patient_city: 'A',
        patient_postal_code: '98101',
        patient_state: 'WA',
        patient_country: 'USA',
        address_line_2: '',
      },
    },
    authenticatePatients: { body: { patientIds: [patientId], authorized: 1 } },
    sendInvitation: {
      body: { providerType: 'Nurse', timeSlot: 'Monday', meetLink: 'https://meet.example.com/a', patientId },
    },
    requestAddressConfirmation: { body: { patientId, frequency: '1 Month', kitType: 'none' } },
    updatePatientProfile: {
      body: {
        name: 'A',
        phone: '+12065550133',
        age: '30',
        ...address,
        shippingType: 'USPS',
        frequency: '1 Month',
        kitType: 'none',
        clinicId: '',
      },
    },
    trackKitStatus: { body: { orderId: null } },
    createCheckoutSession: { body: {} },
  };
}

/** Every operation that needs a token rejects a missing and an invalid one (SPEC §6). */
export async function anonymousPaths(context: TestContext): Promise<void> {
  const valid: Partial<Record<OperationName, object>> = requests(context);
  for (const name of operationNames) {
    if (declarationOf(name).auth !== 'required') continue;
    const request = () => valid[name] as never;
    await context.check.rejected(name, { path: 'without a token', request, status: [401] });
  }
  await context.check.rejected('verifyUser', {
    path: 'with a token of nobody',
    token: () => 'made-up',
    status: [401],
  });
}
