import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderPart } from '@tests/support/app';
import { robin } from '@tests/support/demo';
import { callsTo, expectInPage, expectToast, nothingPending, toastText } from '@tests/support/outcomes';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMockServer } from '@/mocks/node';
import { BookingPane } from '@/pages/dashboard/sections/booking';

const inviting = 'POST /booking/send-invitation';
const fetching = 'GET /booking/fetch-appointments';
const server = createMockServer();
beforeAll(() => server.listen());
beforeEach(() => server.reset({ preset: 'demo' }));
afterAll(() => server.close());

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

async function openSection() {
  await server.as('provider');
  const view = renderPart(<BookingPane onOpen={vi.fn()} />);
  await screen.findByRole('button', { name: `Book ${robin}` });
  await nothingPending(view.store);
  return view;
}

const cards = () =>
  within(screen.getByRole('region', { name: 'Booked Appointments' })).queryAllByRole('listitem');

async function openBook(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: `Book ${robin}` }));
  return screen.findByRole('dialog', { name: 'Book Appointment' });
}

const typed = {
  'Provider Type': 'Counselor',
  'Time Slot': 'Tuesday, right after lunch',
  'Meet Link': 'http://meet.example.com/robin',
};

async function fillInAndSend(user: UserEvent, dialog: HTMLElement) {
  for (const [label, text] of Object.entries(typed)) {
    await user.type(within(dialog).getByLabelText(label), text);
  }
  await user.click(within(dialog).getByRole('button', { name: 'Send Invitation' }));
}

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

  it('are found by name or email', async () => {
    const { user } = await openSection();
    await user.type(screen.getByRole('searchbox'), 'PATIENT@kitwell');
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Book / })).toHaveLength(1));
    expect(screen.getByRole('button', { name: `Book ${robin}` })).toBeVisible();
  });

  it('can be loaded again when that failed', async () => {
    server.set('GET /patient/fetch-patients', '500', { times: 1 });
    await server.as('provider');
    const { user } = renderPart(<BookingPane onOpen={vi.fn()} />);
    expect(await screen.findByText('We couldn’t load your patients.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: `Book ${robin}` })).toBeVisible();
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
    expect(card.getByText(String(first?.time_slot))).toBeVisible();
    const join = card.getByRole('link', { name: /^Join/ });
    expect(join).toHaveAttribute('href', first?.meet_link);
    expect(join).toHaveAttribute('target', '_blank');
    expect(join).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('are shown as empty', async () => {
    await server.reset({ preset: 'new-clinic' });
    await server.as('provider');
    const { store } = renderPart(<BookingPane onOpen={vi.fn()} />);
    expect(await screen.findByText('No appointments found')).toBeVisible();
    await nothingPending(store);
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
    const [opaque, readable] = cards();
    expect(within(opaque ?? document.body).queryByRole('button', { name: /^Add to calendar/ })).toBeNull();
    await user.click(within(readable ?? document.body).getByRole('button', { name: /^Add to calendar/ }));
    expect(click).toHaveBeenCalledOnce();
    const blob = file.mock.calls[0]?.[0];
    if (!(blob instanceof Blob)) throw new Error('no file was made');
    const day = booked()[1]?.time_slot.slice(0, 10).replaceAll('-', '');
    expect(await blob.text()).toContain(`DTSTART:${day}T`);
  });

  /** SPEC §8 "Appointments fetch". */
  it.each([
    ['400', 'Failed to fetch appointments!'],
    ['500', 'Failed to fetch appointments!'],
    ['soft-fail', 'Failed to fetch appointments!'],
    ['wrong-2xx', 'Failed to fetch appointments!'],
    ['malformed', 'An error occurred while fetching appointments. Please try again later!'],
    ['network', 'An error occurred while fetching appointments. Please try again later!'],
  ])('show the error after %s, and are fetched by Retry', async (branch, words) => {
    server.set(fetching, branch, { times: 1 });
    const { user } = await openSection();
    await expectToast(words);
    const region = within(screen.getByRole('region', { name: 'Booked Appointments' }));
    expect(region.getByText(words)).toBeVisible();
    await user.click(region.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(cards()).toHaveLength(booked().length));
    expect(region.queryByText(words)).toBeNull();
  });

  it('stay when refetching them fails', async () => {
    const { user, store, container } = await openSection();
    const before = cards().length;
    server.set(fetching, '500', { times: 1 });
    await fillInAndSend(user, await openBook(user));
    await expectToast('Failed to fetch appointments!');
    await expectInPage(container, 'Failed to fetch appointments!Retry');
    expect(cards()).toHaveLength(before);
    await nothingPending(store);
  });
});

describe('booking from the Booking section', () => {
  it('asks only for provider type, time slot and meet link', async () => {
    const { user } = await openSection();
    const dialog = await openBook(user);
    expect(dialog.querySelectorAll('input, select, textarea')).toHaveLength(3);
    expect(within(dialog).queryByLabelText('Date')).toBeNull();
    expect(within(dialog).queryByLabelText('Location')).toBeNull();
  });

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

  it('asks for the required fields', async () => {
    const { user } = await openSection();
    const dialog = await openBook(user);
    await user.click(within(dialog).getByRole('button', { name: 'Send Invitation' }));
    await expectToast('Please enter all the required fields.');
    await expectInPage(dialog, 'Please enter all the required fields.');
    expect(within(dialog).getAllByText('This field is required.')).toHaveLength(3);
    expect(callsTo(server, inviting)).toEqual([]);
  });

  it('warns of an overlap where the slot can be read', async () => {
    const { user } = await openSection();
    const dialog = await openBook(user);
    await user.type(within(dialog).getByLabelText('Time Slot'), String(booked()[0]?.time_slot));
    expect(await within(dialog).findByText(/^This overlaps with /)).toBeVisible();
  });

  it("shows the server's message, keeps every field and can be tried again", async () => {
    server.set(inviting, '400', { times: 1 });
    const { user, store } = await openSection();
    const dialog = await openBook(user);
    await fillInAndSend(user, dialog);
    await expectInPage(dialog, 'This time slot has passed');
    for (const [label, text] of Object.entries(typed)) {
      expect(within(dialog).getByLabelText(label)).toHaveValue(text);
    }
    await user.click(within(dialog).getByRole('button', { name: 'Send Invitation' }));
    await expectToast('Invitation sent successfully!');
    await nothingPending(store);
  });

  it('shows no further message when it is cancelled', async () => {
    const { user } = await openSection();
    const dialog = await openBook(user);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsTo(server, inviting)).toEqual([]);
    expect(toastText()).toEqual([]);
  });
});
