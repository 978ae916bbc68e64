import type { OperationName } from '@/contract/contract';
import type { SamplesOf } from '@/mocks/kitwell/rules/sample';
import { billingSamples } from './billing.backend';
import { bookingSamples } from './booking.backend';
import { chatSamples } from './chat.backend';
import { clinicSamples } from './clinic.backend';
import { codesSamples } from './codes.backend';
import { ordersSamples } from './orders.backend';
import { patientProfileSamples } from './patient-profile.backend';
import { patientsSamples } from './patients.backend';
import type { Backend } from './rules';
import { sessionSamples } from './session.backend';
import { signUpSamples } from './sign-up.backend';

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
