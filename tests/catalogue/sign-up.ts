import { screen } from '@testing-library/react';
import { clinic, fillInPatient, fillInProvider, person } from '@tests/support/sign-up';
import { expect } from 'vitest';
import type { MockServer } from '@/mocks/node';
import { expectTyped, fillIn, openPage, press, retry } from './page-actions';
import type { PageDriver, Stage } from './page-driver';
import { alerts } from './read-messages';
import { type Area, inPage, ours, silent, toast, unanswered } from './rows';

const clinicToRequest = {
  'Clinic Name': clinic.name,
  'Clinic Email': clinic.email,
  'Clinic Address': clinic.street,
  'Clinic Phone': clinic.phone,
};

async function openProviderForm(server: MockServer) {
  const stage = openPage(server, '/provider-signup');
  await fillInProvider(stage.user);
  return stage;
}

async function openPatientForm(server: MockServer) {
  const stage = openPage(server, '/patient-signup');
  const [first] = server.db.list('clinics') as { clinic_name: string }[];
  await fillInPatient(stage.user, first?.clinic_name ?? '');
  return stage;
}

/** Opens the code screen and types the mailed code. */
async function enterCode(stage: Stage, email: string) {
  await press(stage.user, 'Sign Up');
  const { code = '' } = await stage.server.mail.waitFor({ to: email, kind: 'otp' });
  await fillIn({ 'Verification Code': code });
  return stage;
}

/** The button that continues after the last response. */
const goOn = ({ user }: Stage) => press(user, /^(Verify|Try again|Sign Up)$/);

const registered = 'You are registered successfully';
const codeSent = 'Code sent to your email!';

async function isRegistered() {
  await screen.findByRole('heading', { level: 1, name: 'You’re all set' });
}

/** The form keeps its input, also while it is hidden. */
const providerInputStays = () =>
  expectTyped({
    Email: clinic.email,
    Password: clinic.password,
    'Provider Name': clinic.name,
    'Postal Code': clinic.postalCode,
  });

const patientInputStays = () =>
  expectTyped({ Email: person.email, Password: person.password, 'Last Name': person.lastName });

const sendCode: PageDriver = {
  open: openProviderForm,
  call: goOn,
  inputStays: providerInputStays,
  async done() {
    await screen.findByLabelText('Verification Code');
  },
};

const afterCode: PageDriver = {
  open: async (server) => enterCode(await openProviderForm(server), clinic.email),
  call: goOn,
  inputStays: providerInputStays,
  done: isRegistered,
  others: [codeSent],
};

const verifyCode: PageDriver = {
  ...afterCode,
  // A rejected code is marked, and short forms have no list of what is wrong.
  elements: () => [...alerts(), ...document.querySelectorAll('main [data-field-error]')],
  inputStays() {
    expect(screen.getByLabelText<HTMLInputElement>('Verification Code').value).not.toBe('');
    providerInputStays();
  },
  others: [codeSent, registered],
};

const registerPatient: PageDriver = {
  ...afterCode,
  open: async (server) => enterCode(await openPatientForm(server), person.email),
  inputStays: patientInputStays,
};

const listClinics: PageDriver = {
  async open(server) {
    const stage = openPage(server, '/patient-signup');
    await fillIn({ 'First Name': person.firstName });
    return stage;
  },
  callsOnOpen: true,
  call: retry,
  inputStays: () => expectTyped({ 'First Name': person.firstName }),
  async done({ server }) {
    const [first] = server.db.list('clinics') as { clinic_name: string }[];
    await screen.findByRole('option', { name: first?.clinic_name ?? '' });
  },
};

const requestClinic: PageDriver = {
  async open(server) {
    const stage = openPage(server, '/patient-signup');
    await stage.user.click(await screen.findByRole('checkbox', { name: /request clinic onboarding/ }));
    await fillIn(clinicToRequest, await screen.findByRole('dialog', { name: 'Request your clinic' }));
    return stage;
  },
  call: ({ user }) => press(user, 'Send Request'),
  inputStays: () => expectTyped(clinicToRequest),
  elements: () => [
    ...document.querySelectorAll('[role="dialog"] [role="alert"]'),
    ...screen.queryAllByRole('heading', { name: 'Your request has been sent!' }),
  ],
  async done() {
    await screen.findByText('You can sign up now');
  },
};

const badInput = 'Validation error. Please check your inputs.';
const signUpErrors = {
  '400': inPage(badInput),
  '400.match1': inPage('Invalid phone number'),
  '400.match2': inPage('Invalid email address'),
  '400.match3': inPage('Invalid postal code'),
  '422': inPage(badInput),
  '422.match1': inPage('Invalid phone number'),
  '422.match2': inPage('Invalid email address'),
  '422.match3': inPage('Invalid postal code'),
  '500': inPage('Server error during signup'),
  'wrong-2xx': inPage('Server error during signup'),
  ...unanswered(inPage('Network error. Please try again later')),
};

export const signUp = {
  'POST /auth/send-otp': {
    auth: 'none',
    status: 200,
    sends: 'email phoneNumber',
    toasts: 'top-center',
    rows: {
      ok: toast('Code sent to your email!'),
      '400': inPage('This email is already registered'),
      '400.noMessage': inPage('Error sending  Code. Please try again later!'),
      '500': inPage('Error sending  Code. Please try again later!'),
      'wrong-2xx': inPage('Error sending  Code. Please try again later!'),
      ...unanswered(inPage('Error sending  Code. Please try again later!')),
    },
    driver: sendCode,
  },
  'POST /auth/verify-otp': {
    auth: 'none',
    status: 200,
    sends: 'email otp',
    toasts: 'top-center',
    rows: {
      ok: silent,
      '400': inPage('Invalid  Code, Please try again.'),
      '500': inPage('Invalid  Code, Please try again.'),
      'soft-fail': inPage('Invalid  Code, Please try again.'),
      'wrong-2xx': inPage('Invalid  Code, Please try again.'),
      malformed: inPage('Invalid  Code, Please try again.'),
      ...unanswered(inPage('Invalid  Code, Please try again.')),
    },
    driver: verifyCode,
  },
  'POST /shopify/create-customer': {
    auth: 'none',
    status: 201,
    sends:
      'firstName lastName email phone password tag acceptsMarketing address1 city province country zip | firstName lastName email phone password tag',
    toasts: 'top-center',
    rows: { ok: silent, ...signUpErrors },
    driver: { ...afterCode, others: [codeSent, registered] },
  },
  'POST /auth/clinic-signup': {
    auth: 'none',
    status: 201,
    sends: 'email password clinicName street city postalCode state country phoneNumber addressLine2',
    toasts: 'top-center',
    rows: { ok: toast('You are registered successfully'), ...signUpErrors },
    driver: afterCode,
  },
  'POST /auth/patient-signup': {
    auth: 'none',
    status: 201,
    sends: 'firstName lastName email phone password insuranceOption clinicId',
    toasts: 'top-center',
    rows: { ok: toast('You are registered successfully'), ...signUpErrors },
    driver: registerPatient,
  },
  'GET /clinic/fetch-clinics': {
    auth: 'auth if any',
    status: 200,
    sends: '',
    toasts: 'top-center',
    rows: {
      ok: silent,
      '400': ours('We couldn’t load the providers.'),
      '500': ours('We couldn’t load the providers.'),
      'wrong-2xx': ours('We couldn’t load the providers.'),
      malformed: ours('We couldn’t load the providers.'),
      network: ours('We couldn’t load the providers.'),
      timeout: ours('We couldn’t load the providers.'),
    },
    driver: listClinics,
  },
  'POST /clinic/request-clinic': {
    auth: 'auth if any',
    status: 200,
    sends: 'clinicName clinicEmail clinicAddress clinicPhone',
    toasts: 'top-center',
    rows: {
      ok: inPage('Your request has been sent!'),
      '400': inPage('Error sending clinic request, please try again later!'),
      '500': inPage('Error sending clinic request, please try again later!'),
      'wrong-2xx': inPage('Error sending clinic request, please try again later!'),
      ...unanswered(inPage('Server error, please try again later!')),
    },
    driver: requestClinic,
  },
} satisfies Area;
