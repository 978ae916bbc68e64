import type { Samples } from '@/mocks/conformance/samples';
import { billingSamples } from './billing.samples';
import { bookingSamples } from './booking.samples';
import { chatSamples } from './chat.samples';
import { clinicSamples } from './clinic.samples';
import { codesSamples } from './codes.samples';
import { ordersSamples } from './orders.samples';
import { patientProfileSamples } from './patient-profile.samples';
import { patientsSamples } from './patients.samples';
import { sessionSamples } from './session.samples';
import { signUpSamples } from './sign-up.samples';

/** A sample of every operation. */
export const samples: Samples = {
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
