import type { Locator, Page } from '@playwright/test';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { patientSignup, providerSignup } from '@/contract';
import { type SignUpKind, type SignUpValues, signUpMachine } from '@/machines/sign-up.machine';
import { address, fillIn, holds, optionsLoaded } from '../on-screen';
import { type Account, expectSaved, type Flow, rows, type SavedRow, type SoakUser } from '../soak-user';
import { walk } from '../walk';
import { addLab } from './clinic.flow';
import { updateProfile } from './patient.flow';

const password = 'Soaked1!';

/** The rows that must exist exactly once after a sign-up. */
const promised: Readonly<Record<SignUpKind, (account: Account) => SavedRow[]>> = {
  provider: ({ email, name }) => [
    { table: 'customers', where: { identity: `provider:${email}` }, holds: {} },
    { table: 'accounts', where: { email }, holds: { role: '1' } },
    { table: 'clinics', where: { clinic_email: email }, holds: { clinic_name: name } },
  ],
  patient: ({ email, name }) => [
    { table: 'customers', where: { identity: `patient:${email}` }, holds: {} },
    { table: 'accounts', where: { email }, holds: { role: '0' } },
    { table: 'patients', where: { patient_email: email }, holds: { patient_name: name } },
  ],
};

const [street, city, postalCode, state, country] = address.map(([, text]) => text);

/** The form values as the machine receives them. */
function valuesOf(kind: SignUpKind, { name, email }: Account): SignUpValues {
  if (kind === 'provider') {
    const clinic = { email, password, clinicName: name, phoneNumber: '+12125550123', addressLine2: '' };
    return { kind, signup: providerSignup.parse({ ...clinic, street, city, postalCode, state, country }) };
  }
  const [firstName, lastName] = name.split(' ');
  const person = { firstName, lastName, email, password, phone: '+1 212 555 0100' };
  return { kind, signup: patientSignup.parse({ ...person, insuranceOption: 'yes', clinicId: 'C002' }) };
}

async function fillInForm(tab: Page, { kind, signup }: SignUpValues): Promise<void> {
  const common = [
    ['Email', signup.email],
    ['Password', password],
    ['Confirm Password', password],
  ] as const;
  await fillIn(tab, common);
  if (kind === 'provider')
    await fillIn(tab, [
      ['Phone Number', signup.phoneNumber],
      ['Provider Name', signup.clinicName],
      ...address,
    ]);
  else {
    await fillIn(tab, [
      ['First Name', signup.firstName],
      ['Last Name', signup.lastName],
      ['Phone', signup.phone],
    ]);
    const clinics = tab.getByLabel('Provider', { exact: true });
    await optionsLoaded(tab, clinics);
    await clinics.selectOption(signup.clinicId);
  }
  await tab.getByRole('checkbox', { name: /I agree to the Terms/ }).click();
  const terms = tab.getByRole('dialog', { name: 'Terms and Conditions' });
  await terms.getByRole('button', { name: 'I agree' }).click();
  await terms.waitFor({ state: 'hidden' });
}

/** The code in the newest mail. */
async function codeOf(tab: Page, email: string): Promise<string> {
  const mail = await tab.evaluate((to) => window.__mock?.mail.waitFor({ to, kind: 'otp' }, 5000), email);
  return mail?.code ?? '';
}

/** Runs the sign-up in its own tab; returns whether the account exists in the end. */
async function signUp(user: SoakUser, tab: Page, kind: SignUpKind, account: Account): Promise<boolean> {
  const { email } = account;
  const values = valuesOf(kind, account);
  const emailField = tab.getByLabel('Email', { exact: true });
  const send = tab.getByRole('button', { name: 'Sign Up', exact: true });
  const codeField = tab.getByLabel('Verification Code');
  const tryAgain = tab.getByRole('button', { name: 'Try again' });
  let typed = '';
  const enter = async (code: string) => {
    // Once the code is accepted, the same screen only offers to continue.
    if (await tryAgain.isVisible()) return tryAgain.dblclick();
    typed = code;
    await codeField.fill(code);
    await tab.getByRole('button', { name: 'Verify' }).dblclick();
  };
  const keptAll = async (state: AnyMachineSnapshot) => {
    const place: Locator = state.hasTag('form') ? send : tryAgain;
    await place.waitFor();
    await holds(emailField, email);
  };
  const end = await walk(user, {
    page: tab,
    machine: signUpMachine,
    input: {
      kind,
      progress: { values: {}, codeSentTo: null, verifiedEmail: null, customerCreatedFor: null },
    },
    acts: [
      {
        event: { type: 'SUBMIT', values } as EventObject,
        async perform() {
          if ((await emailField.inputValue()) === '') await fillInForm(tab, values);
          await send.dblclick();
        },
      },
      {
        event: { type: 'VERIFY', otp: 'right' } as EventObject,
        perform: async () => enter(await codeOf(tab, email)),
      },
      {
        event: { type: 'CHANGE_EMAIL' },
        async perform() {
          await tab.getByRole('button', { name: /^(Change email|Check your details)$/ }).click();
          await holds(emailField, email);
        },
      },
    ],
    calls: {
      sendCode: {
        operation: 'POST /auth/send-otp',
        confirmed: () => codeField.waitFor(),
        kept: keptAll,
      },
      verifyCode: {
        operation: 'POST /auth/verify-otp',
        output: { success: true },
        kept: async () => {
          await tab.getByRole('button', { name: 'Verify' }).waitFor();
          await holds(codeField, typed);
        },
      },
      createCustomer: { operation: 'POST /shopify/create-customer', kept: keptAll },
      createAccount: {
        operation: kind === 'provider' ? 'POST /auth/clinic-signup' : 'POST /auth/patient-signup',
        kept: keptAll,
        async confirmed() {
          await tab.getByRole('heading', { name: 'You’re all set' }).waitFor();
          for (const row of promised[kind](account)) {
            await expectSaved(tab, row);
            user.confirmSaved(row);
          }
        },
      },
    },
    most: 14,
  });
  return end.hasTag('done');
}

function newAccount(user: SoakUser, kind: SignUpKind): Account {
  const email = `${user.fresh(kind)}@example.com`;
  user.attempt('accounts', email);
  user.attempt('customers', `${kind}:${email}`);
  user.attempt(kind === 'provider' ? 'clinics' : 'patients', email);
  return { name: kind === 'provider' ? user.fresh('Clinic ') : `Soak ${user.fresh('P')}`, email, password };
}

export const newClinic: Flow = {
  name: 'a new clinic signs up, and stores its lab',
  async go(user) {
    const clinic = newAccount(user, 'provider');
    const made = await user.inOtherTab('/provider-signup', async (tab) => {
      const done = await signUp(user, tab, 'provider', clinic);
      return done ? await rows(tab, 'clinics', { clinic_email: clinic.email }) : [];
    });
    if (made[0] !== undefined) await addLab(user, clinic, made[0].clinic_id);
  },
};

export const newPatient: Flow = {
  name: 'a new patient signs up, and completes the profile',
  async go(user) {
    const patient = newAccount(user, 'patient');
    const done = await user.inOtherTab('/patient-signup', (tab) => signUp(user, tab, 'patient', patient));
    if (done) await updateProfile(user, patient);
  },
};
