import { act, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { writeStored } from '@/lib/storage';
import type { MockServer } from '@/mocks/node';
import { expectTyped, fillIn, openPage, openSection, press, retry } from './page-actions';
import type { PageDriver } from './page-driver';
import { type Area, inPage, notLoaded, ours, toast, unansweredOrDone } from './rows';

const newPatient =
  'Ada Byron\tada.byron@example.com\t+1 555 010 0100\t36\t1 Main St\tBoston\t02101\tMA\tUnited States';
const newPatientTyped = { 'Name, row 1': 'Ada Byron', 'Email, row 1': 'ada.byron@example.com' };
const changed = { Name: 'Ada Lovelace', Phone: '+1 555 010 0111' };

const openAuthenticate = (server: MockServer) =>
  openSection(server, 'provider', 'authenticate', 'Booking / Order Kits');

const listPatients: PageDriver = {
  open: openAuthenticate,
  callsOnOpen: true,
  call: retry,
  async done({ server }) {
    const rows = await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ });
    expect(rows).toHaveLength(server.db.list('patients').length);
  },
};

const addPatients: PageDriver = {
  async open(server) {
    const stage = await openSection(server, 'provider', 'patients', 'Patients');
    const first = await screen.findByLabelText('Name, row 1');
    act(() => first.focus());
    await stage.user.paste(newPatient);
    return stage;
  },
  call: ({ user }) => press(user, 'Save All'),
  inputStays: () => expectTyped(newPatientTyped),
  async done({ server }) {
    expect(server.db.list('patients')).toContainEqual(
      expect.objectContaining({ patient_email: 'ada.byron@example.com' }),
    );
    expect(await screen.findByLabelText('Name, row 1')).toHaveValue('');
  },
};

const table = () => screen.findByRole('table', { name: 'Patients' });

const updatePatient: PageDriver = {
  async open(server) {
    await server.as('provider');
    writeStored('activePatientTab', 'Update Patients');
    const stage = openPage(server, '/dashboard');
    const [edit] = await within(await table()).findAllByRole('button', { name: /^Edit / });
    if (edit === undefined) throw new Error('The demo clinic has no patients.');
    await stage.user.click(edit);
    await fillIn(changed, await table());
    return stage;
  },
  call: ({ user }) => press(user, 'Save'),
  inputStays: () => expectTyped(changed),
  async done() {
    expect(await within(await table()).findByText(changed.Name)).toBeVisible();
  },
};

const authenticate: PageDriver = {
  async open(server) {
    const stage = await openAuthenticate(server);
    // A patient who is already authorized would count as done without a response.
    const [not] = await screen.findAllByText('Not authorized');
    const box = not?.closest('tr')?.querySelector<HTMLElement>('input[type="checkbox"], [role="checkbox"]');
    if (box == null) throw new Error('The demo clinic has authorized all patients.');
    await stage.user.click(box);
    return stage;
  },
  call: ({ user }) => press(user, 'Authenticate'),
  inputStays() {
    expect(screen.getByText('1 selected')).toBeVisible();
  },
  async done() {
    // The patient stays selected, for an order.
    const [box] = screen.getAllByRole('checkbox', { name: /^Select (?!all)/, checked: true });
    await waitFor(() => expect(box?.closest('tr')).toHaveTextContent('Authorized'));
  },
};

/** A save without a response, for which the specification specifies no message. */
const mayBeSaved =
  'We didn’t get a response, so this may or may not have been saved. Your changes are still here: you can save them again.';

export const patients = {
  'GET /patient/fetch-patients': {
    auth: 'auth',
    status: 200,
    sends: '',
    toasts: 'top-center',
    rows: notLoaded('We couldn’t load your patients.'),
    driver: listPatients,
  },
  'POST /patient/add-patients': {
    auth: 'auth',
    status: 201,
    sends:
      'name email phone age street city postalCode state country addressLine2 shippingType frequency kitType isChecked',
    toasts: 'top-center',
    rows: {
      ok: toast('Patients added successfully'),
      '400': inPage('A patient with this email already exists'),
      '400.noMessage': inPage('Failed to add patients. Please try again later.'),
      '401': toast('Failed to add patients. Please try again later.'),
      '403': inPage('Failed to add patients. Please try again later.'),
      '500': inPage('Failed to add patients. Please try again later.'),
      'wrong-2xx': inPage('Failed to add patients. Please try again later.'),
      ...unansweredOrDone(
        inPage('Failed to add patients. Please try again later.'),
        'Patients added successfully',
      ),
    },
    driver: addPatients,
  },
  'PUT /patient/update-patient/{id}': {
    auth: 'auth',
    status: 200,
    sends:
      'patient_id patient_name patient_email patient_phone patient_age patient_street patient_city patient_postal_code patient_state patient_country address_line_2',
    toasts: 'top-center',
    rows: {
      ok: toast('Patient data updated successfully'),
      '400': inPage('Failed to update patient data'),
      '401': toast('Failed to update patient data'),
      '403': inPage('Failed to update patient data'),
      '404': inPage('Failed to update patient data'),
      '500': inPage('Failed to update patient data'),
      'wrong-2xx': inPage('Failed to update patient data'),
      ...unansweredOrDone(ours(mayBeSaved), 'Patient data updated successfully'),
    },
    driver: updatePatient,
  },
  'POST /patient/authenticate': {
    auth: 'auth',
    status: 200,
    sends: 'patientIds authorized',
    toasts: 'top-center',
    rows: {
      ok: toast('Patients authenticated successfully'),
      '400': inPage('Failed to update patient authorization'),
      '401': toast('Failed to update patient authorization'),
      '403': inPage('Failed to update patient authorization'),
      '404': inPage('Failed to update patient authorization'),
      '500': inPage('Failed to update patient authorization'),
      'wrong-2xx': inPage('Failed to update patient authorization'),
      ...unansweredOrDone(
        inPage('An error occurred while updating patient authorization'),
        'Patients authenticated successfully',
      ),
    },
    driver: authenticate,
  },
} satisfies Area;
