import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { writeStored } from '@/lib/storage';
import type { MockServer } from '@/mocks/node';
import type { PageDriver, PageDrivers, Stage } from '../page-driver';
import { expectTyped, fillIn, findButton, openPage, press, retry } from './page-actions';

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
  kept: async () => expectTyped(newLab, await panel()),
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
  kept: async () => expectTyped(changedLab, await panel()),
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
  kept: async () => expectTyped(changedProfile, await panel()),
  async done() {
    expectTyped(changedProfile, await panel());
    await findButton(`Hey, ${changedProfile['Provider Name']}`);
  },
};

export const clinicDrivers: PageDrivers = {
  'GET /clinic/fetch-labs': fetchLab,
  'POST /clinic/add-lab': addLab,
  'PUT /clinic/update-lab': updateLab,
  'GET /clinic/fetch-clinic-profile': fetchProfile,
  'POST /clinic/update-clinic-profile': updateProfile,
};
