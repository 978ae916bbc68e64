import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { MockServer } from '@/mocks/node';
import { expectTyped, fillIn, findButton, openSection, press, retry } from './page-actions';
import type { PageDriver } from './page-driver';
import { type Area, inPage, notLoaded, ours, toast, unansweredOrDone } from './rows';

const changed = { Name: 'Robin Ellis-Grey', City: 'Quincy' };

const openProfile = (server: MockServer) =>
  openSection(server, 'patient', 'patientProfile', 'Profile & Kit Setup');

const fetchProfile: PageDriver = {
  open: openProfile,
  callsOnOpen: true,
  call: retry,
  async done() {
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).not.toBe('');
  },
};

const updateProfile: PageDriver = {
  async open(server) {
    const stage = await openProfile(server);
    await screen.findByLabelText('Name');
    await fillIn(changed);
    return stage;
  },
  async call({ user }) {
    await press(user, 'Update');
    const dialog = await screen.findByRole('alertdialog', { name: 'Update your profile?' });
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
  },
  inputStays: () => expectTyped(changed),
  async done() {
    expectTyped(changed);
    await findButton(`Hey, ${changed.Name}`);
  },
};

const tracking = () => screen.queryAllByRole('region', { name: 'Kit Tracking Status' });
/** The list of its steps. */
const trackedStatus = () => tracking().flatMap((region) => within(region).queryAllByRole('list'));

const trackKit: PageDriver = {
  async open(server) {
    const stage = await openProfile(server);
    await screen.findByRole('heading', { name: 'Kit Tracking Status' });
    return stage;
  },
  callsOnOpen: true,
  call: ({ user }) => press(user, 'Refresh'),
  // The status is announced politely; only a missing status is an alert.
  elements: () =>
    trackedStatus().length > 0
      ? []
      : tracking().flatMap((region) => [...region.querySelectorAll('[role="alert"], [role="status"]')]),
  done() {
    expect(trackedStatus()[0]).toBeVisible();
  },
};

export const profile = {
  'GET /patient/fetch-patient-profile': {
    auth: 'auth',
    status: 200,
    sends: '',
    toasts: 'top-center',
    rows: notLoaded('We couldn’t load your profile.'),
    driver: fetchProfile,
  },
  'POST /patient/update-patient-profile': {
    auth: 'auth',
    status: 200,
    sends:
      'name phone age street city postalCode state country shippingType addressLine2 frequency kitType clinicId',
    toasts: 'top-center',
    rows: {
      ok: toast('Profile updated successfully'),
      '400': inPage('Error updating profile, please try again later!'),
      '401': toast('Error updating profile, please try again later!'),
      '403': inPage('Error updating profile, please try again later!'),
      '500': inPage('Error updating profile, please try again later!'),
      'wrong-2xx': inPage('Error updating profile, please try again later!'),
      ...unansweredOrDone(inPage('Server error'), 'Profile updated successfully'),
    },
    driver: updateProfile,
  },
  'POST /patient/track-kit-status': {
    auth: 'auth',
    status: 200,
    sends: 'orderId',
    toasts: 'top-center',
    rows: {
      ...notLoaded('We couldn’t load the status. Refresh to try again.'),
      'soft-fail': ours('The server declined this request.'),
    },
    driver: trackKit,
  },
} satisfies Area;
