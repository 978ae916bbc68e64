import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderPart } from '@tests/support/app';
import { robin } from '@tests/support/demo';
import { fillIn } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast, nothingPending, toastText } from '@tests/support/outcomes';
import { loseResponse, pauseResponses } from '@tests/support/pause-responses';
import { inServerTime } from '@tests/support/server-time';
import { inTimeZone } from '@tests/support/time-zone';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getApp, stopApp } from '@/app/app';
import { readStored } from '@/lib/storage';
import { BookingPane } from '@/pages/dashboard/sections/booking';
import { OrdersPane } from '@/pages/dashboard/sections/orders';

const inviting = 'POST /booking/send-invitation';
const fetching = 'GET /booking/fetch-appointments';
const server = startMockServer();
// Noon in Los Angeles.
beforeEach(() => server.reset({ preset: 'demo', start: '2026-11-23T20:00:00Z' }));
inServerTime(server);
inTimeZone('America/Los_Angeles');

/** A day without demo appointments. */
const freeDay = '2099-03-04';
const typed = {
  'Provider Type': 'Physician',
  Date: freeDay,
  'Start Time': '09:00',
  'End Time': '09:30',
  'Meet Link': 'https://meet.example.com/robin',
};

async function openBooking(name = robin) {
  await server.as('provider');
  return openDialog(name);
}

async function openDialog(name = robin) {
  const view = renderPart(<OrdersPane onOpen={vi.fn()} />);
  await view.user.click(await screen.findByRole('button', { name: `Book appointment for ${name}` }));
  const dialog = await screen.findByRole('dialog', { name: 'Book Appointment' });
  await nothingPending(view.store);
  return { ...view, dialog };
}

const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send Invitation' }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const robinsId = () =>
  (server.db.list('patients') as { patient_id: string; patient_name: string }[]).find(
    ({ patient_name }) => patient_name === robin,
  )?.patient_id;

describe('booking an appointment from the Authenticate section', () => {
  it('sends date and times, confirms it, closes, and the patient gets a mail', async () => {
    const { user, dialog, store } = await openBooking();
    await fillIn(dialog, { ...typed, Location: 'Room 2' });
    await send(user);
    await expectToast('Invitation sent successfully!');
    await closed();
    expect(callsTo(server, inviting).map(({ request }) => request)).toEqual([
      {
        body: {
          providerType: 'Physician',
          appointmentDate: freeDay,
          timeSlotStart: '09:00',
          timeSlotEnd: '09:30',
          location: 'Room 2',
          meetLink: 'https://meet.example.com/robin',
          patientId: robinsId(),
        },
      },
    ]);
    const mail = await server.mail.waitFor({ to: 'patient@kitwell.test', kind: 'appointment' });
    expect(mail.link).toMatch(/^https:\/\/meet\.example\.com\//);
    await nothingPending(store);
  });

  it('proposes the end of a new start, until the user chooses another one', async () => {
    const { dialog } = await openBooking();
    const end = within(dialog).getByLabelText('End Time');
    await fillIn(dialog, { 'Start Time': '14:00' });
    expect(end).toHaveValue('14:30');
    await fillIn(dialog, { 'Start Time': '15:10' });
    expect(end).toHaveValue('15:40');
    await fillIn(dialog, { 'End Time': '16:00' });
    await fillIn(dialog, { 'Start Time': '15:00' });
    expect(end).toHaveValue('16:00');
  });

  it('proposes the next free slot to the next patient, with the same provider type and link', async () => {
    const { user, dialog, store } = await openBooking();
    await fillIn(dialog, { ...typed, 'End Time': '09:45', Location: 'Room 2' });
    await send(user);
    await closed();
    await nothingPending(store);
    const [other] = screen.getAllByRole('button', { name: /^Book appointment for (?!Robin Ellis)/ });
    await user.click(other as HTMLElement);
    const next = await screen.findByRole('dialog', { name: 'Book Appointment' });
    for (const [label, value] of [
      ['Provider Type', 'Physician'],
      ['Date', freeDay],
      ['Start Time', '09:45'],
      ['End Time', '10:30'],
      ['Location', ''],
      ['Meet Link', 'https://meet.example.com/robin'],
    ] as const)
      expect(within(next).getByLabelText(label), label).toHaveValue(value);
    await send(user);
    await closed();
    expect(callsTo(server, inviting)).toHaveLength(2);
    await nothingPending(store);
  });

  it('takes any provider type and suggests the usual ones', async () => {
    const { dialog } = await openBooking();
    const field = within(dialog).getByLabelText<HTMLInputElement>('Provider Type');
    expect([...(field.list?.options ?? [])].map(({ value }) => value)).toEqual([
      'Physician',
      'Nurse practitioner',
      'Counselor',
    ]);
  });

  it('rejects a meet link that leads to no web page', async () => {
    const { user, dialog } = await openBooking();
    await fillIn(dialog, { ...typed, 'Meet Link': 'javascript:alert(1)' });
    await send(user);
    const field = within(dialog).getByLabelText('Meet Link');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription('Enter a link that starts with https:// or http://.');
    expect(callsTo(server, inviting)).toEqual([]);
  });

  it('names the time zone of the times, as it is on the chosen day', async () => {
    const { dialog } = await openBooking();
    expect(within(dialog).getByText('Times are in Pacific Time (PST).')).toBeVisible();
    await fillIn(dialog, { ...typed, Date: '2099-07-01' });
    expect(await within(dialog).findByText('Times are in Pacific Time (PDT).')).toBeVisible();
  });

  it('does not send an end before the start, with the message and the focus at the field', async () => {
    const { user, dialog, store } = await openBooking();
    await fillIn(dialog, { ...typed, 'Start Time': '10:00' });
    await send(user);
    const end = within(dialog).getByLabelText('End Time');
    await waitFor(() => expect(end).toHaveFocus());
    expect(end).toBeInvalid();
    expect(end).toHaveAccessibleDescription('The end time is before the start time.');
    expect(callsTo(server, inviting)).toEqual([]);
    expect(toastText()).toEqual([]);
    // Either time corrects it.
    await fillIn(dialog, { 'Start Time': '09:00' });
    await waitFor(() => expect(end).toBeValid());
    await send(user);
    await closed();
    expect(callsTo(server, inviting)).toHaveLength(1);
    await nothingPending(store);
  });

  it('is shown as new when the booked appointments are opened', async () => {
    const { user, dialog, store, unmount } = await openBooking();
    await fillIn(dialog, typed);
    await send(user);
    await closed();
    await nothingPending(store);
    unmount();
    renderPart(<BookingPane onOpen={vi.fn()} />);
    const badge = await screen.findByText('New');
    const card = within(badge.closest('li') ?? document.body);
    expect(card.getByRole('heading', { name: robin })).toBeVisible();
    expect(card.getByText('Wed, Mar 4, 2099 · 9:00–9:30 AM PST')).toBeVisible();
    await nothingPending(store);
  });

  it('warns of an overlap, and sends all the same', async () => {
    const [first] = server.db.list('appointments') as { time_slot: string; patient_id: string }[];
    const [date = '', start = ''] = first?.time_slot.split(' ') ?? [];
    const { user, dialog, store } = await openBooking();
    await fillIn(dialog, { ...typed, Date: date, 'Start Time': start, 'End Time': '23:00' });
    expect(await within(dialog).findByText(/^This overlaps with /)).toHaveTextContent(
      'Tue, Nov 24 · 9:00–9:30 AM PST',
    );
    await send(user);
    await expectToast('Invitation sent successfully!');
    await nothingPending(store);
  });

  it('is not sent twice without a question after a reload while it was being sent', async () => {
    const answers = pauseResponses(server, { name: 'sendInvitation', operation: inviting }, ['lost']);
    const { user, dialog, unmount } = await openBooking();
    const countBefore = server.db.list('appointments').length;
    await fillIn(dialog, typed);
    await send(user);
    await answers.decided();
    unmount();
    stopApp();
    answers.releaseAll();
    const again = await openDialog();
    expect(
      within(again.dialog).getByText(/^We didn’t get a response, so your invitation may or may not/),
    ).toBeVisible();
    await fillIn(again.dialog, typed);
    await send(again.user);
    await expectToast('Invitation sent successfully!');
    await closed();
    expect(server.db.list('appointments')).toHaveLength(countBefore + 1);
    await nothingPending(again.store);
    again.unmount();
    stopApp();
    // What became of it is known now.
    const { dialog: last } = await openDialog();
    expect(within(last).queryByText(/^We didn’t get a response/)).toBeNull();
  });

  it('is not sent twice without a question by the same account after the session has ended', async () => {
    const { email, password } = { email: 'provider@kitwell.test', password: 'Provider1!' };
    const logIn = async () => {
      const { session } = getApp();
      session.send({ type: 'LOGIN', email, password });
      await waitFor(() => expect(session.getSnapshot().context.account).toBe(email));
    };
    server.set(fetching, '500');
    await logIn();
    const { user, dialog, unmount, store } = await openDialog();
    loseResponse(server, 'sendInvitation');
    await fillIn(dialog, typed);
    await send(user);
    await within(dialog).findByText(/^We didn’t get a response/);
    await nothingPending(store);
    unmount();
    const { session } = getApp();
    server.db.remove('sessions', readStored('token') ?? '');
    session.getSnapshot().children.account?.send({ type: 'OPEN_DASHBOARD', savedSection: null });
    await waitFor(() => expect(session.getSnapshot().hasTag('signed-out')).toBe(true));
    expect(localStorage).toHaveLength(0);
    await logIn();
    const again = await openDialog();
    expect(within(again.dialog).getByText(/^We didn’t get a response/)).toBeVisible();
    // For another reload.
    expect(readStored('unansweredInvitations')).toHaveLength(1);
    await nothingPending(again.store);
  });

  describe('after the dashboard was left while the invitation was being sent', () => {
    const unknown = /^We didn’t get a response, so your invitation may or may not/;

    /** Sends an invitation, whose answer is held, and leaves the dashboard. */
    async function sendAndLeave(answer: string) {
      const answers = pauseResponses(server, { name: 'sendInvitation', operation: inviting }, [answer]);
      const { user, dialog, unmount, store } = await openBooking();
      await fillIn(dialog, typed);
      await send(user);
      await answers.decided();
      unmount();
      return { answers, store };
    }

    /** Opens the same dialog again, and what it says of the invitation. */
    async function openAgain() {
      const view = renderPart(<OrdersPane onOpen={vi.fn()} />);
      await view.user.click(await screen.findByRole('button', { name: `Book appointment for ${robin}` }));
      const dialog = await screen.findByRole('dialog', { name: 'Book Appointment' });
      await fillIn(dialog, typed);
      return { ...view, dialog };
    }

    it('the same invitation waits for the first call', async () => {
      const { answers, store } = await sendAndLeave('ok');
      const { user, dialog } = await openAgain();
      expect(within(dialog).queryByText(unknown)).toBeNull();
      await send(user);
      expect(await within(dialog).findByRole('button', { name: 'Sending Invitation...' })).toBeVisible();
      expect(callsTo(server, inviting)).toHaveLength(1);
      answers.releaseAll();
      await closed();
      await nothingPending(store);
      expect(callsTo(server, inviting)).toHaveLength(1);
    });
  });

  it('is busy while it is sent, stays open, and sends once', async () => {
    server.set(inviting, 'ok', { delay: 400, times: 1 });
    const { user, dialog, store } = await openBooking();
    await fillIn(dialog, typed);
    await send(user);
    expect(within(dialog).getByRole('button', { name: 'Sending Invitation...' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(dialog).toBeVisible();
    await closed();
    expect(callsTo(server, inviting)).toHaveLength(1);
    await nothingPending(store);
  });
});
