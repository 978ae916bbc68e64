import { noLatency } from '@kitwell/mock-engine/engine/latency';
import { createMockBackend } from '@kitwell/mock-engine/hosts/mock-backend';
import { createNotes } from '@kitwell/mock-engine/world/notes';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { SplitScreen } from '@/mocks/kitwell/split/split-screen';

beforeEach(() => sessionStorage.clear());

/** The split screen on fresh demo data, whose patient was sent a kit the day before. */
async function open() {
  const mocks = createMockBackend(kitwell, {
    world: { now: () => new Date('2026-03-02T12:00:00Z'), appUrl: location.origin },
    choice: { preset: 'demo', seed: 1 },
    latency: noLatency,
    onDefect: 'throw',
    sharedAddress: () => 'http://localhost:3000/__mock/split',
  });
  await mocks.db.hydrate();
  const onMoved = vi.fn<() => void>();
  const notes = createNotes();
  const view = render(<SplitScreen mocks={mocks} notes={notes} onMoved={onMoved} />);
  await screen.findByTitle('Patient’s phone');
  return { mocks, notes, onMoved, user: userEvent.setup(), view };
}

const frame = (title: string) => screen.findByTitle(title);
const slider = () => screen.getByRole('slider', { name: 'Time' });
const iso = (time: Date) => time.toISOString();

describe('the frames', () => {
  it('open the dashboard, each signed in as its own account', async () => {
    await open();
    expect(await frame('Provider’s dashboard')).toHaveAttribute('src', '/dashboard?mock.as=provider');
    expect(await frame('Patient’s phone')).toHaveAttribute('src', '/dashboard?mock.as=patient');
    expect(await frame('Provider’s dashboard')).toHaveAttribute('name', 'mock-frame-provider');
    expect(await frame('Patient’s phone')).toHaveAttribute('name', 'mock-frame-patient');
  });

  it('start over with the first data, and nothing of what they had stored', async () => {
    const { mocks, user } = await open();
    const before = await frame('Provider’s dashboard');
    sessionStorage.setItem('mock-frame-provider:localStorage:patientGrid', 'typed');
    await mocks.db.remove('orders', 'KW-10001');
    await mocks.control.clock.advance(5 * 86_400_000);
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    await user.click(screen.getByRole('button', { name: 'Yes, start over' }));
    await waitFor(() => expect(before).not.toBeInTheDocument());
    expect(await frame('Provider’s dashboard')).toHaveAttribute('src', '/dashboard?mock.as=provider');
    expect(sessionStorage).toHaveLength(0);
    expect(mocks.db.list('orders')).toContainEqual(expect.objectContaining({ order_id: 'KW-10001' }));
    expect(iso(mocks.control.clock.now())).toBe('2026-03-02T12:00:00.000Z');
  });
});

describe('the time', () => {
  it('moves the clock forwards and backwards, and names what happens with the kit', async () => {
    const { mocks, onMoved } = await open();
    const { clock } = mocks.control;
    expect(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(/Mon, Mar 2.*: Kit shipped$/));
    // The kit was ordered on February 28 at 14:00 UTC; a step of the slider is six hours.
    fireEvent.change(slider(), { target: { value: '12' } });
    await waitFor(() => expect(iso(clock.now())).toBe('2026-03-03T14:00:00.000Z'));
    await waitFor(() =>
      expect(slider()).toHaveAttribute(
        'aria-valuetext',
        expect.stringMatching(/Tue, Mar 3.*: Kit delivered$/),
      ),
    );
    fireEvent.change(slider(), { target: { value: '3' } });
    await waitFor(() => expect(iso(clock.now())).toBe('2026-03-01T08:00:00.000Z'));
    expect(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(/Sun, Mar 1.*: Order placed$/));
    await waitFor(() => expect(onMoved).toHaveBeenCalledTimes(2));
    // No one is logged out by it.
    expect(iso(clock.sessionNow())).toBe('2026-03-02T12:00:00.000Z');
  });

  it('goes to any station', async () => {
    const { mocks, user } = await open();
    const { clock } = mocks.control;
    const station = (name: string) => screen.getByRole('button', { name });
    expect(station('Kit shipped')).toHaveAttribute('aria-pressed', 'true');
    await user.click(station('Results ready'));
    await waitFor(() => expect(iso(clock.now())).toBe('2026-03-10T14:00:00.000Z'));
    await waitFor(() => expect(station('Results ready')).toHaveAttribute('aria-pressed', 'true'));
    await user.click(station('Sample received'));
    await waitFor(() => expect(iso(clock.now())).toBe('2026-03-07T14:00:00.000Z'));
    expect(station('Results ready')).toHaveAttribute('aria-pressed', 'false');
  });

  it('of many moves at once ends with the last one', async () => {
    const { mocks, onMoved } = await open();
    for (const value of ['1', '2', '3', '4', '20']) fireEvent.change(slider(), { target: { value } });
    await waitFor(() => expect(iso(mocks.control.clock.now())).toBe('2026-03-05T14:00:00.000Z'));
    expect(slider()).toHaveValue('20');
    await waitFor(() => expect(onMoved).toHaveBeenCalledOnce());
  });

  it('without an order goes over the first fourteen days of the data', async () => {
    const { mocks } = await open();
    await mocks.db.remove('orders', 'KW-10001');
    await waitFor(() =>
      expect(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(/: Order not placed$/)),
    );
    fireEvent.change(slider(), { target: { value: slider().getAttribute('max') } });
    await waitFor(() => expect(iso(mocks.control.clock.now())).toBe('2026-03-16T00:00:00.000Z'));
  });

  it('reports a move that was not stored', async () => {
    const { mocks } = await open();
    vi.spyOn(mocks.db, 'hydrate').mockRejectedValue(new Error('The storage does not answer.'));
    fireEvent.change(slider(), { target: { value: '12' } });
    expect(await screen.findByText('The storage does not answer.')).toBeVisible();
  });
});

describe('the mailbox', () => {
  it('opens a patient’s link on the phone, the provider’s in the provider’s frame, others in a new tab', async () => {
    const { mocks, user } = await open();
    const send = (id: string, to: string, link: string) =>
      mocks.db.insert('mails', {
        ...{ id, to, kind: 'appointment', subject: `Mail ${id}`, text: 'x', link },
        at: '2026-03-02T11:00:00Z',
      });
    await send('a', 'patient@kitwell.test', '/confirm-address/some-token');
    await send('b', 'provider@kitwell.test', '/reset-password/some-token');
    await send('c', 'patient@kitwell.test', 'https://meet.example.com/room');
    await screen.findByText('Mail c');
    const linkOf = (subject: string) => {
      const mail = screen.getAllByRole('listitem').find((item) => item.textContent?.includes(subject));
      return within(mail ?? document.body).getByRole('link', { name: 'Open link' });
    };
    expect(linkOf('Mail a')).toHaveAttribute('target', 'mock-frame-patient');
    expect(linkOf('Mail b')).toHaveAttribute('target', 'mock-frame-provider');
    expect(linkOf('Mail c')).toHaveAttribute('target', '_blank');
    expect(linkOf('Mail c')).toHaveAttribute('rel', 'noreferrer');
    linkOf('Mail a').addEventListener('click', (event) => event.preventDefault());
    await user.click(linkOf('Mail a'));
    expect(await frame('Patient’s phone')).toHaveFocus();
  });
});

it('shows what the mock has to report', async () => {
  const { notes } = await open();
  notes.add('This tab could not store the demo data.');
  expect(await screen.findByText('This tab could not store the demo data.')).toBeVisible();
});
