import { screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { MockServer } from '@/mocks/node';
import { expectTyped, fillIn, openSection, press, retry } from './page-actions';
import type { PageDriver } from './page-driver';
import { type Area, inPage, silent, toast, unansweredOrDone } from './rows';

const invitation = {
  'Provider Type': 'Counselor',
  'Time Slot': 'Tuesday, right after lunch',
  'Meet Link': 'https://meet.example.com/robin',
};

const openBooking = (server: MockServer) =>
  openSection(server, 'provider', 'booking', 'Booking / Order Kits');

const cards = () =>
  within(screen.getByRole('region', { name: 'Booked Appointments' })).queryAllByRole('listitem');

const listAppointments: PageDriver = {
  open(server) {
    // Wide enough for the appointments beside the patients; below them, their failures are toasts too.
    const { matchMedia } = globalThis;
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      Object.assign(matchMedia(query), { matches: query === '(width >= 84rem)' }),
    );
    return openBooking(server);
  },
  callsOnOpen: true,
  call: retry,
  done: ({ server }) => waitFor(() => expect(cards()).toHaveLength(server.db.list('appointments').length)),
};

const sendInvitation: PageDriver = {
  async open(server) {
    const stage = await openBooking(server);
    await press(stage.user, 'Book Robin Ellis');
    await fillIn(invitation, await screen.findByRole('dialog', { name: 'Book Appointment' }));
    return stage;
  },
  call: ({ user }) => press(user, 'Send Invitation'),
  inputStays: () => expectTyped(invitation),
  async done() {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText(invitation['Time Slot'])).toBeVisible();
  },
};

export const booking = {
  'GET /booking/fetch-appointments': {
    auth: 'auth',
    status: 200,
    sends: '',
    toasts: 'top-center',
    rows: {
      ok: silent,
      '400': inPage('Failed to fetch appointments!'),
      '401': toast('Failed to fetch appointments!'),
      '403': inPage('Failed to fetch appointments!'),
      '500': inPage('Failed to fetch appointments!'),
      'soft-fail': inPage('Failed to fetch appointments!'),
      'wrong-2xx': inPage('Failed to fetch appointments!'),
      malformed: inPage('An error occurred while fetching appointments. Please try again later!'),
      network: inPage('An error occurred while fetching appointments. Please try again later!'),
      timeout: inPage('An error occurred while fetching appointments. Please try again later!'),
    },
    driver: listAppointments,
  },
  'POST /booking/send-invitation': {
    auth: 'auth',
    status: 201,
    sends:
      'providerType appointmentDate timeSlotStart timeSlotEnd location meetLink patientId | providerType timeSlot meetLink patientId',
    toasts: 'top-center',
    rows: {
      ok: toast('Invitation sent successfully!'),
      '400': inPage('This time slot has passed'),
      '400.noMessage': inPage('An error occurred while sending invitation, please try again later!'),
      '401': toast('Sign in again'),
      '401.noMessage': toast('An error occurred while sending invitation, please try again later!'),
      '403': inPage('Only a provider can do this'),
      '403.noMessage': inPage('An error occurred while sending invitation, please try again later!'),
      '404': inPage('There is no such patient'),
      '404.noMessage': inPage('An error occurred while sending invitation, please try again later!'),
      '500': inPage('Internal server error'),
      '500.noMessage': inPage('An error occurred while sending invitation, please try again later!'),
      'soft-fail': inPage('The server declined this request.'),
      'soft-fail.noMessage': inPage('An error occurred while sending invitation, please try again later!'),
      'wrong-2xx': inPage('An error occurred while sending invitation, please try again later!'),
      malformed: inPage('An error occurred while sending invitation, please try again later!'),
      ...unansweredOrDone(
        inPage('An error occurred while sending invitation, please try again later!'),
        'Invitation sent successfully!',
      ),
    },
    driver: sendInvitation,
  },
} satisfies Area;
