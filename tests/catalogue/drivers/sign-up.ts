import { screen } from '@testing-library/react';
import { clinic, fillInPatient, fillInProvider, person } from '@tests/support/sign-up';
import { expect } from 'vitest';
import type { MockServer } from '@/mocks/node';
import type { PageDriver, PageDrivers, Stage } from '../page-driver';
import { expectTyped, fillIn, openPage, press } from './page-actions';

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
const providerKept = () =>
  expectTyped({
    Email: clinic.email,
    Password: clinic.password,
    'Provider Name': clinic.name,
    'Postal Code': clinic.postalCode,
  });

const patientKept = () =>
  expectTyped({ Email: person.email, Password: person.password, 'Last Name': person.lastName });

const sendCode: PageDriver = {
  open: openProviderForm,
  call: goOn,
  kept: providerKept,
  async done() {
    await screen.findByLabelText('Verification Code');
  },
};

const afterCode: PageDriver = {
  open: async (server) => enterCode(await openProviderForm(server), clinic.email),
  call: goOn,
  kept: providerKept,
  done: isRegistered,
  others: [codeSent],
};

const verifyCode: PageDriver = {
  ...afterCode,
  kept() {
    expect(screen.getByLabelText<HTMLInputElement>('Verification Code').value).not.toBe('');
    providerKept();
  },
  others: [codeSent, registered],
};

const registerPatient: PageDriver = {
  ...afterCode,
  open: async (server) => enterCode(await openPatientForm(server), person.email),
  kept: patientKept,
};

const listClinics: PageDriver = {
  async open(server) {
    const stage = openPage(server, '/patient-signup');
    await fillIn({ 'First Name': person.firstName });
    return stage;
  },
  callsOnOpen: true,
  call: ({ user }) => press(user, 'Try again'),
  kept: () => expectTyped({ 'First Name': person.firstName }),
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
  kept: () => expectTyped(clinicToRequest),
  elements: () => [
    ...document.querySelectorAll('[role="dialog"] [role="alert"]'),
    ...screen.queryAllByRole('heading', { name: 'Your request has been sent!' }),
  ],
  async done() {
    await screen.findByText('You can sign up now');
  },
};

export const signUpDrivers: PageDrivers = {
  'POST /auth/send-otp': sendCode,
  'POST /auth/verify-otp': verifyCode,
  'POST /shopify/create-customer': { ...afterCode, others: [codeSent, registered] },
  'POST /auth/clinic-signup': afterCode,
  'POST /auth/patient-signup': registerPatient,
  'GET /clinic/fetch-clinics': listClinics,
  'POST /clinic/request-clinic': requestClinic,
};
