import {
  distantFuture,
  patientSignup,
  providerCustomer,
  providerSignup,
} from '@/mocks/conformance/sample-data';
import type { Sample, Samples } from '@/mocks/conformance/samples';

const verified =
  (email: string): NonNullable<Sample<'clinicSignup'>['needs']> =>
  ({ insert }) =>
    insert('otps', { email, code: '123456', expires_at: distantFuture, verified_until: distantFuture });

export const signUpSamples = {
  createCustomer: {
    summary: 'Creates the store customer of a new account',
    needs: verified(providerCustomer.email),
    request: { body: providerCustomer },
    answer: { message: 'Customer created' },
  },
  clinicSignup: {
    summary: 'Creates the account of a clinic',
    needs: verified(providerSignup.email),
    request: { body: providerSignup },
    answer: { message: 'Registered' },
  },
  patientSignup: {
    summary: 'Creates the account of a patient',
    needs: verified(patientSignup.email),
    request: { body: patientSignup },
    answer: { message: 'Registered' },
  },
} satisfies Partial<Samples>;
