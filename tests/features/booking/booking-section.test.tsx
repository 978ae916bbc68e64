import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp, renderPart } from '@tests/support/app';
import { robin } from '@tests/support/demo';
import { fillIn } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast, nothingPending, toastText } from '@tests/support/outcomes';
import { inServerTime } from '@tests/support/server-time';
import { inTimeZone } from '@tests/support/time-zone';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BookingPane } from '@/pages/dashboard/sections/booking';
import { BookingTabs } from '@/pages/dashboard/sections/booking-tabs';
import { LiveRegion } from '@/ui/feedback/announce';

const inviting = 'POST /booking/send-invitation';
const server = startMockServer();
// Noon in Los Angeles; the demo's appointments are at 9:00 on the next day, at 10:00 on the day after that, and so on.
beforeEach(() => server.reset({ preset: 'demo', start: '2026-11-23T20:00:00Z' }));
inServerTime(server);
inTimeZone('America/Los_Angeles');

interface AppointmentRow {
  readonly session_id: string;
  readonly patient_id: string;
  readonly time_slot: string;
  readonly meet_link: string;
}
const booked = () => server.db.list('appointments') as AppointmentRow[];
const patientOf = (row: AppointmentRow | undefined) =>
  (server.db.list('patients') as { patient_id: string; patient_name: string; patient_email: string }[]).find(
    ({ patient_id }) => patient_id === row?.patient_id,
  );

const booking = (
  <BookingTabs section="booking" chosen="booking" onOpen={vi.fn()}>
    <BookingPane onOpen={vi.fn()} />
  </BookingTabs>
);

async function openSection() {
  await server.as('provider');
  const view = renderPart(
    <>
      {booking}
      <LiveRegion />
    </>,
  );
  await screen.findByRole('button', { name: `Book ${robin}` });
  await nothingPending(view.store);
  return view;
}

const bookedRegion = () => within(screen.getByRole('region', { name: 'Booked Appointments' }));
const cards = () => bookedRegion().queryAllByRole('listitem');
const groups = () =>
  bookedRegion()
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

/** The times on the cards of a group, in the order of the page. */
const timesIn = (group: string) =>
  within(screen.getByRole('list', { name: group }))
    .getAllByRole('listitem')
    .map((card) => card.querySelector('time')?.textContent ?? card.textContent);

/** Replaces the demo's appointments by ones with these time slots, in the order of the server. */
async function bookOnly(...timeSlots: string[]) {
  const [first, ...rest] = booked();
  for (const { session_id } of rest) await server.db.remove('appointments', session_id);
  await server.db.patch('appointments', first?.session_id ?? '', { time_slot: timeSlots[0] });
  for (const [index, time_slot] of timeSlots.slice(1).entries())
    await server.db.insert('appointments', { ...first, session_id: `appointment-${index + 100}`, time_slot });
}

async function openBook(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: `Book ${robin}` }));
  return screen.findByRole('dialog', { name: 'Book Appointment' });
}

const typed = {
  'Provider Type': 'Counselor',
  'Time Slot': 'Tuesday, right after lunch',
  'Meet Link': 'http://meet.example.com/robin',
};

async function fillInAndSend(user: UserEvent, dialog: HTMLElement, values: typeof typed = typed) {
  await fillIn(dialog, values);
  await user.click(within(dialog).getByRole('button', { name: 'Send Invitation' }));
}

it.each([
  ['in place alone, beside the patients', true],
  ['by a toast too, far below them', false],
])('appointments that can’t be fetched are reported %s', async (_, isWide) => {
  const { matchMedia } = globalThis;
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), { matches: isWide && query === '(width >= 84rem)' }),
  );
  server.set('GET /booking/fetch-appointments', '500');
  await openSection();
  const failed = 'Failed to fetch appointments!';
  expect(bookedRegion().getByText(failed)).toBeVisible();
  await waitFor(() => expect(toastText()).toEqual(isWide ? [] : [failed]));
});

describe('the patients to book', () => {
  it('are listed in a table with number, name, email, phone and Book', async () => {
    await openSection();
    const table = screen.getByRole('table', { name: 'Patients to book' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['SNO', 'Name', 'Email', 'Phone', 'Book']);
    const [, first] = within(table).getAllByRole('row');
    expect(within(first ?? table).getAllByRole('cell')[0]).toHaveTextContent('1');
    expect(screen.getByText('24 patients')).toBeVisible();
  });
});

describe('the booked appointments', () => {
  it('show patient, email, time slot and a way into the call', async () => {
    await openSection();
    expect(cards()).toHaveLength(booked().length);
    const [first] = booked();
    const card = within(cards()[0] ?? document.body);
    expect(card.getByText(String(patientOf(first)?.patient_name))).toBeVisible();
    expect(card.getByText(String(patientOf(first)?.patient_email))).toBeVisible();
    expect(first?.time_slot).toBe('2026-11-24 09:00 - 09:30');
    expect(card.getByText('Tue, Nov 24 · 9:00–9:30 AM PST')).toBeVisible();
    const join = card.getByRole('link', { name: /^Join/ });
    expect(join).toHaveAttribute('href', first?.meet_link);
    expect(join).toHaveAttribute('target', '_blank');
    expect(join).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('never link to anything but the web', async () => {
    const [first] = booked();
    await server.db.patch('appointments', first?.session_id ?? '', { meet_link: 'javascript:alert(1)' });
    await openSection();
    const card = within(cards()[0] ?? document.body);
    expect(card.queryByRole('link')).toBeNull();
    expect(card.getByText('This meet link can’t be opened.')).toBeVisible();
  });

  it('go into a calendar when the slot can be read, and only then', async () => {
    const [first] = booked();
    await server.db.patch('appointments', first?.session_id ?? '', { time_slot: 'after lunch' });
    const file = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:appointment');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const { user } = await openSection();
    const inCardOf = (time: string) => within(screen.getByText(time).closest('li') ?? document.body);
    expect(inCardOf('after lunch').queryByRole('button', { name: /^Add to calendar/ })).toBeNull();
    const readable = inCardOf('Wed, Nov 25 · 10:00–10:30 AM PST');
    await user.click(readable.getByRole('button', { name: /^Add to calendar/ }));
    expect(click).toHaveBeenCalledOnce();
    const blob = file.mock.calls[0]?.[0];
    if (!(blob instanceof Blob)) throw new Error('no file was made');
    expect(await blob.text()).toContain('DTSTART:20261125T180000Z\r\nDTEND:20261125T183000Z\r\n');
  });

  it('are grouped by day and sorted by time, the past ones from the latest on', async () => {
    await bookOnly(
      '2026-12-24 10:00 - 10:30',
      '2026-11-23 15:00 - 15:30',
      'after lunch',
      '2026-11-22 09:00 - 09:30',
      '2026-11-24 08:00 - 08:30',
      '2026-11-23 11:30 - 12:00',
      '2026-11-23 11:45 - 12:15',
      '2026-11-25 10:00 - 10:30',
      // In Los Angeles that is still today.
      '2026-11-24 05:00 - 05:30 UTC',
      '2026-11-01 01:30 - 01:45',
    );
    const { user } = await openSection();
    expect(groups()).toEqual(['Today', 'Tomorrow', 'Later', 'Other times', 'Past']);
    expect(timesIn('Today')).toEqual([
      'Mon, Nov 23 · 11:45 AM–12:15 PM PST',
      'Mon, Nov 23 · 3:00–3:30 PM PST',
      'Mon, Nov 23 · 9:00–9:30 PM PST',
    ]);
    expect(timesIn('Tomorrow')).toEqual(['Tue, Nov 24 · 8:00–8:30 AM PST']);
    expect(timesIn('Later')).toEqual([
      'Wed, Nov 25 · 10:00–10:30 AM PST',
      'Thu, Dec 24 · 10:00–10:30 AM PST',
    ]);
    expect(timesIn('Other times')).toEqual([
      expect.stringContaining('after lunch'),
      expect.stringContaining('2026-11-01 01:30 - 01:45'),
    ]);
    const past = screen.getByRole('button', { name: 'Past', expanded: false });
    expect(screen.queryByRole('list', { name: 'Past' })).toBeNull();
    await user.click(past);
    expect(timesIn('Past')).toEqual([
      'Mon, Nov 23 · 11:30 AM–12:00 PM PST',
      'Sun, Nov 22 · 9:00–9:30 AM PST',
    ]);
  });

  it('become past when they have ended, without a reload', async () => {
    await bookOnly('2026-11-23 15:00 - 15:30', '2026-11-24 08:00 - 08:30');
    await openSection();
    expect(groups()).toEqual(['Today', 'Tomorrow']);
    // By hand: otherwise the session would end, for lack of activity.
    await server.clock.set('2026-11-23T23:30:00Z', { byHand: true });
    await waitFor(() => expect(groups()).toEqual(['Tomorrow', 'Past']));
    await server.clock.set('2026-11-24T08:00:00Z', { byHand: true });
    await waitFor(() => expect(groups()).toEqual(['Today', 'Past']));
  });

  it('show how a time was written if that names another zone', async () => {
    await bookOnly('2026-11-23 22:00 - 22:30 UTC', '2026-11-24 08:00 - 08:30');
    await openSection();
    const [first, second] = cards();
    expect(first).toHaveTextContent('Mon, Nov 23 · 2:00–2:30 PM PST');
    expect(first).toHaveTextContent('Written as “2026-11-23 22:00 - 22:30 UTC”');
    expect(second).not.toHaveTextContent('Written as');
  });
});

describe('booking from the Booking section', () => {
  it('sends the slot as it was typed, and shows the new appointment', async () => {
    const { user, store } = await openSection();
    const before = cards().length;
    await fillInAndSend(user, await openBook(user));
    await expectToast('Invitation sent successfully!');
    await waitFor(() => expect(cards()).toHaveLength(before + 1));
    expect(screen.getByText('Tuesday, right after lunch')).toBeVisible();
    expect(callsTo(server, inviting).map(({ request }) => request)).toMatchObject([
      {
        body: {
          providerType: 'Counselor',
          timeSlot: 'Tuesday, right after lunch',
          meetLink: 'http://meet.example.com/robin',
        },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await nothingPending(store);
  });

  it('highlights, scrolls to and announces the new appointment, and no other one', async () => {
    const scrolledTo = vi.spyOn(Element.prototype, 'scrollIntoView');
    const { user, store } = await openSection();
    // Another user books at the same time.
    await server.db.insert('appointments', { ...booked()[1], session_id: 'appointment-of-another' });
    const dialog = await openBook(user);
    await fillInAndSend(user, dialog, { ...typed, 'Time Slot': '2026-11-23 08:00 - 08:30' });
    const badge = await screen.findByText('New');
    const card = badge.closest('li');
    expect(card).toHaveTextContent(robin);
    // Its group was collapsed.
    expect(timesIn('Past')).toEqual(['Mon, Nov 23 · 8:00–8:30 AM PST']);
    expect(scrolledTo.mock.contexts).toContain(card);
    const announced = /^Appointment with Robin Ellis added: Mon, Nov 23 · 8:00–8:30 AM PST/;
    expect(await screen.findByText(announced)).toBeInTheDocument();
    expect(screen.getAllByText('New')).toHaveLength(1);
    await nothingPending(store);
  });

  it('announces nothing of the patient any longer once the clinic has logged out', async () => {
    await server.as('provider');
    const { user } = renderApp('/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Booking / Order Kits' }));
    await user.click(await screen.findByRole('tab', { name: 'Booked Appointments' }));
    await screen.findByRole('button', { name: `Book ${robin}` });
    await fillInAndSend(user, await openBook(user), { ...typed, 'Time Slot': '2026-11-23 08:00 - 08:30' });
    expect(await screen.findByText(/^Appointment with Robin Ellis added/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Hey, / }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Log In' });
    expect(document.body).not.toHaveTextContent('Robin Ellis');
  });

  it('asks which of two times is meant, and sends and shows the one that is named', async () => {
    const { user, store } = await openSection();
    const dialog = await openBook(user);
    const repeated = '2099-11-01 01:30 - 01:45';
    await fillInAndSend(user, dialog, { ...typed, 'Time Slot': repeated });
    await waitFor(() =>
      expect(within(dialog).getByLabelText('Time Slot')).toHaveAccessibleDescription(
        /^1:30 AM happens twice on Sun, Nov 1, 2099, because clocks go back. Which one\? Add PDT for the first or PST for the second\./,
      ),
    );
    expect(callsTo(server, inviting)).toEqual([]);
    await user.type(within(dialog).getByLabelText('Time Slot'), ' PST');
    await user.click(within(dialog).getByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByText('Sun, Nov 1, 2099 · 1:30–1:45 AM PST')).toBeVisible();
    expect(callsTo(server, inviting)).toMatchObject([{ request: { body: { timeSlot: `${repeated} PST` } } }]);
    await nothingPending(store);
  });
});
