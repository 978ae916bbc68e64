import type { OperationName } from '@/contract/contract';
import { billingBackend, billingSamples } from './billing.backend';
import { bookingBackend, bookingSamples } from './booking.backend';
import { chatBackend, chatSamples } from './chat.backend';
import { clinicBackend, clinicSamples } from './clinic.backend';
import { codesBackend, codesSamples } from './codes.backend';
import { ordersBackend, ordersSamples } from './orders.backend';
import { patientProfileBackend, patientProfileSamples } from './patient-profile.backend';
import { patientsBackend, patientsSamples } from './patients.backend';
import type { Backend, SamplesOf } from './rules';
import { sessionBackend, sessionSamples } from './session.backend';
import { signUpBackend, signUpSamples } from './sign-up.backend';

/** The rules of all operations. */
export const backend: Backend = {
  ...chatBackend,
  ...codesBackend,
  ...signUpBackend,
  ...sessionBackend,
  ...ordersBackend,
  ...billingBackend,
  ...patientsBackend,
  ...patientProfileBackend,
  ...bookingBackend,
  ...clinicBackend,
};

type Samples = SamplesOf<Backend>;

/** A sample of every operation; each is beside its rule. */
const samples: Samples = {
  ...chatSamples,
  ...codesSamples,
  ...signUpSamples,
  ...sessionSamples,
  ...ordersSamples,
  ...billingSamples,
  ...patientsSamples,
  ...patientProfileSamples,
  ...bookingSamples,
  ...clinicSamples,
};

/** An operation's sample, without its literal types. */
export const sampleOf = (name: OperationName): Samples[OperationName] => samples[name];
