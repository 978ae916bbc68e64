import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { MockServer } from '@/mocks/node';
import type { PageDriver, PageDrivers } from '../page-driver';
import { expectTyped, fillIn, openSection, press, retry } from './page-actions';

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
  open: openBooking,
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
  kept: () => expectTyped(invitation),
  async done() {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText(invitation['Time Slot'])).toBeVisible();
  },
};

export const bookingDrivers: PageDrivers = {
  'GET /booking/fetch-appointments': listAppointments,
  'POST /booking/send-invitation': sendInvitation,
};
