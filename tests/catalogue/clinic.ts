import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { writeStored } from '@/lib/storage';
import type { MockServer } from '@/mocks/node';
import { expectTyped, fillIn, findButton, openPage, press, retry } from './page-actions';
import type { PageDriver, Stage } from './page-driver';
import { type Area, inPage, notLoaded, toast, unansweredOrDone } from './rows';

const newLab = {
  'Lab Name': 'Bay Diagnostics',
  'Lab Identification Number': 'BD-77',
  Phone: '+16175550144',
  Street: '9 Harbor Way',
  City: 'Boston',
  'Postal Code': '02110',
  State: 'MA',
  Country: 'USA',
  'Sample drop-off instructions': 'Ring the bell at the side door.',
};
const changedLab = { 'Lab Name': 'Bay Diagnostics East', City: 'Quincy' };
const changedProfile = { 'Provider Name': 'Harbor Street Clinic East', City: 'Quincy' };

/** Both tabs stay mounted, so a panel is found through its tab. */
async function openTab(server: MockServer, tab: 'Profile' | 'Sample Testing Lab'): Promise<Stage> {
  await server.as('provider');
  writeStored('activeOption', 'clinicProfile');
  writeStored('activeClinicTab', tab);
  const stage = openPage(server, '/dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Clinic Profile' });
  return stage;
}

const panel = () => screen.findByRole('tabpanel');

const fetchLab: PageDriver = {
  open: (server) => openTab(server, 'Sample Testing Lab'),
  callsOnOpen: true,
  call: retry,
  async done() {
    expect((await screen.findByLabelText<HTMLInputElement>('Lab Name')).value).not.toBe('');
  },
};

const addLab: PageDriver = {
  preset: 'new-clinic',
  async open(server) {
    const stage = await openTab(server, 'Sample Testing Lab');
    await screen.findByRole('heading', { name: 'Add Lab Data' });
    await fillIn(newLab, await panel());
    return stage;
  },
  call: ({ user }) => press(user, 'Save'),
  inputStays: async () => expectTyped(newLab, await panel()),
  async done() {
    await screen.findByRole('heading', { name: 'Update Lab Data' });
    expectTyped(newLab, await panel());
  },
};

const updateLab: PageDriver = {
  async open(server) {
    const stage = await openTab(server, 'Sample Testing Lab');
    await screen.findByRole('heading', { name: 'Update Lab Data' });
    await fillIn(changedLab, await panel());
    return stage;
  },
  call: ({ user }) => press(user, 'Update'),
  inputStays: async () => expectTyped(changedLab, await panel()),
  async done({ server }) {
    expectTyped(changedLab, await panel());
    expect(server.db.list('labs')).toContainEqual(
      expect.objectContaining({ lab_name: changedLab['Lab Name'] }),
    );
  },
};

const fetchProfile: PageDriver = {
  open: (server) => openTab(server, 'Profile'),
  callsOnOpen: true,
  call: retry,
  async done() {
    expect((await screen.findByLabelText<HTMLInputElement>('Provider Name')).value).not.toBe('');
  },
};

const updateProfile: PageDriver = {
  async open(server) {
    const stage = await openTab(server, 'Profile');
    await screen.findByLabelText('Provider Name');
    await fillIn(changedProfile, await panel());
    return stage;
  },
  call: ({ user }) => press(user, 'Update'),
  inputStays: async () => expectTyped(changedProfile, await panel()),
  async done() {
    expectTyped(changedProfile, await panel());
    await findButton(`Hey, ${changedProfile['Provider Name']}`);
  },
};

export const clinic = {
  'GET /clinic/fetch-labs': {
    auth: 'auth',
    status: 200,
    sends: '',
    toasts: 'top-center',
    rows: notLoaded('We couldn’t load your lab.'),
    driver: fetchLab,
  },
  'POST /clinic/add-lab': {
    auth: 'auth',
    status: 200,
    sends: 'name labId phoneNo street city postalCode state country addressLine2 instructions',
    toasts: 'top-center',
    rows: {
      ok: toast('Lab added successfully'),
      '400': inPage('Error adding lab, please try again later!'),
      '401': toast('Error adding lab, please try again later!'),
      '403': inPage('Error adding lab, please try again later!'),
      '500': inPage('Error adding lab, please try again later!'),
      'wrong-2xx': inPage('Error adding lab, please try again later!'),
      ...unansweredOrDone(inPage('Server error, please try again later!'), 'Lab added successfully'),
    },
    driver: addLab,
  },
  'PUT /clinic/update-lab': {
    auth: 'auth',
    status: 200,
    sends: 'name labId phoneNo street city postalCode state country addressLine2 instructions',
    toasts: 'top-center',
    rows: {
      ok: toast('Lab updated successfully'),
      '400': inPage('Error updating lab, please try again later!'),
      '401': toast('Error updating lab, please try again later!'),
      '403': inPage('Error updating lab, please try again later!'),
      '404': inPage('Error updating lab, please try again later!'),
      '500': inPage('Error updating lab, please try again later!'),
      'wrong-2xx': inPage('Error updating lab, please try again later!'),
      ...unansweredOrDone(inPage('Server error, please try again later!'), 'Lab updated successfully'),
    },
    driver: updateLab,
  },
  'GET /clinic/fetch-clinic-profile': {
    auth: 'auth',
    status: 200,
    sends: '',
    toasts: 'top-center',
    rows: notLoaded('We couldn’t load your profile.'),
    driver: fetchProfile,
  },
  'POST /clinic/update-clinic-profile': {
    auth: 'auth',
    status: 200,
    sends: 'phoneNumber clinicName street city postalCode state country patients addressLine2',
    toasts: 'top-center',
    rows: {
      ok: toast('Profile updated successfully'),
      '400': inPage('Error updating profile'),
      '401': toast('Error updating profile'),
      '403': inPage('Error updating profile'),
      '500': inPage('Error updating profile'),
      'wrong-2xx': inPage('Error updating profile'),
      ...unansweredOrDone(inPage('Server error'), 'Profile updated successfully'),
    },
    driver: updateProfile,
  },
} satisfies Area;
