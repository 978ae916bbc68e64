import { screen } from '@testing-library/react';
import { writeStored } from '@/lib/storage';
import type { MockServer } from '@/mocks/node';
import { fillIn, findButton, openPage, openSection, press } from './page-actions';
import type { Stage } from './page-driver';
import type { UserAction } from './validation';

/** Performs a user action that is rejected before any call. */
export interface UserActionDriver {
  readonly preset?: 'new-clinic';
  do(server: MockServer): Promise<unknown>;
  readonly toasts?: 'top-right';
  elements?(): Element[];
}

const openAuthenticate = (server: MockServer) =>
  openSection(server, 'provider', 'authenticate', 'Booking / Order Kits');

async function sendBlankInvitation({ user }: Stage, opener: string | RegExp) {
  await press(user, opener);
  await press(user, 'Send Invitation');
}

async function openClinic(server: MockServer, tab: 'Profile' | 'Sample Testing Lab') {
  await server.as('provider');
  writeStored('activeOption', 'clinicProfile');
  writeStored('activeClinicTab', tab);
  return openPage(server, '/dashboard');
}

const headings = () => screen.queryAllByRole('heading', { level: 1 });
/** Without the error summary, which only links to the fields. */
const dialogAlerts = () =>
  [...document.querySelectorAll('[role="dialog"] [role="alert"]')].filter(
    (alert) => alert.querySelector('a') === null,
  );
const notices = () => [...document.querySelectorAll(':is(main, [role="dialog"]) .notice')];
/** The error message of the field. The error summary has the same text, as a link. */
const mismatches = () => screen.queryAllByText('Passwords do not match', { selector: 'p span' });

async function differInPasswords({ user }: Stage, label: string, button: string) {
  await fillIn({ [label]: 'Harbor1!', 'Confirm Password': 'Harbor2!' });
  await press(user, button);
}

export const userActions: Readonly<Record<UserAction, UserActionDriver>> = {
  'Add Patients with nothing complete': {
    async do(server) {
      const { user } = await openSection(server, 'provider', 'patients', 'Patients');
      await fillIn({ 'Name, row 1': 'Ada Byron' });
      await press(user, 'Save All');
    },
  },
  'Update Patients with a gap': {
    async do(server) {
      await server.as('provider');
      writeStored('activePatientTab', 'Update Patients');
      const { user } = openPage(server, '/dashboard');
      await press(user, 'Edit Robin Ellis');
      await fillIn({ Phone: ' ' });
      await press(user, 'Save');
    },
  },
  'Authenticate with no patient selected': {
    async do(server) {
      const { user } = await openAuthenticate(server);
      await findButton('Order kit for Robin Ellis');
      await press(user, 'Authenticate');
    },
  },
  'Place Order without a card and a lab': {
    preset: 'new-clinic',
    async do(server) {
      const { user } = await openAuthenticate(server);
      await press(user, /^Order kit for /);
      await press(user, 'Place Order');
    },
    elements: dialogAlerts,
  },
  'Place Order without a choice': {
    async do(server) {
      const { user } = await openAuthenticate(server);
      await press(user, 'Order kit for Robin Ellis');
      await press(user, 'Place Order');
    },
    elements: dialogAlerts,
  },
  'Send Invitation from Authenticate with gaps': {
    do: async (server) => sendBlankInvitation(await openAuthenticate(server), /^Book .*Robin Ellis/),
    elements: notices,
  },
  'Send Invitation from Booking with gaps': {
    do: async (server) =>
      sendBlankInvitation(
        await openSection(server, 'provider', 'booking', 'Booking / Order Kits'),
        'Book Robin Ellis',
      ),
    elements: notices,
  },
  'Save a lab with gaps': {
    preset: 'new-clinic',
    async do(server) {
      const { user } = await openClinic(server, 'Sample Testing Lab');
      await fillIn({ 'Lab Name': 'Bay Diagnostics' });
      await press(user, 'Save');
    },
    elements: notices,
  },
  'Update the clinic profile with a gap': {
    async do(server) {
      const { user } = await openClinic(server, 'Profile');
      await fillIn({ 'Provider Name': ' ' });
      await press(user, 'Update');
    },
    elements: notices,
  },
  'Update the patient profile with a gap': {
    async do(server) {
      const { user } = await openSection(server, 'patient', 'patientProfile', 'Profile & Kit Setup');
      await fillIn({ Name: ' ' });
      await press(user, 'Update');
    },
    elements: notices,
  },
  'Sign up with two passwords that differ': {
    do: async (server) => differInPasswords(openPage(server, '/provider-signup'), 'Password', 'Sign Up'),
    elements: mismatches,
  },
  'Choose two passwords that differ': {
    do: async (server) =>
      differInPasswords(openPage(server, '/reset-password/some-token'), 'New Password', 'Reset Password'),
    elements: mismatches,
  },
  'Come back from the checkout without a session': {
    do: async (server) => openPage(server, '/payment-success'),
    toasts: 'top-right',
  },
  'Cancel a checkout without a session': {
    do: async (server) => openPage(server, '/payment-cancel'),
    toasts: 'top-right',
  },
  'Cancel a checkout': {
    do: async (server) => openPage(server, '/payment-cancel?session_id=cs_test_catalogue_1'),
    elements: headings,
  },
  'Cancel a checkout that cannot be': {
    do: async (server) => openPage(server, '/payment-cancel?session_id=%3Cscript%3E'),
    elements: headings,
  },
  'Look at a clinic that cannot order yet': { preset: 'new-clinic', do: openAuthenticate, elements: notices },
  'Look at a profile with gaps': {
    async do(server) {
      const patients = server.db.list('patients') as { patient_id: string; patient_name: string }[];
      const robin = patients.find(({ patient_name }) => patient_name === 'Robin Ellis');
      await server.db.patch('patients', robin?.patient_id ?? '', { patient_phone: '' });
      return openSection(server, 'patient', 'patientProfile', 'Profile & Kit Setup');
    },
    elements: notices,
  },
};
