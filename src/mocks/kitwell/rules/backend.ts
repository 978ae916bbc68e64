import { billingBackend } from './billing.backend';
import { bookingBackend } from './booking.backend';
import { chatBackend } from './chat.backend';
import { clinicBackend } from './clinic.backend';
import { codesBackend } from './codes.backend';
import { ordersBackend } from './orders.backend';
import { patientProfileBackend } from './patient-profile.backend';
import { patientsBackend } from './patients.backend';
import type { Backend } from './rules';
import { sessionBackend } from './session.backend';
import { signUpBackend } from './sign-up.backend';

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
