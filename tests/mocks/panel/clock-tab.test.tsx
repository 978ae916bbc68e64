import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openTab } from '../support/panel';

const now = () => new Date('2026-03-02T12:00:00Z');
const iso = (time: Date) => time.toISOString();

describe('the Clock tab', () => {
  it('moves the time on', async () => {
    const { mock, user } = await openTab('Clock', { preset: 'empty', now });
    await user.click(await screen.findByRole('button', { name: /10 minutes/ }));
    await waitFor(() => expect(iso(mock.clock.now())).toBe('2026-03-02T12:10:00.000Z'));
    await user.click(screen.getByRole('button', { name: /7 days/ }));
    await waitFor(() => expect(iso(mock.clock.now())).toBe('2026-03-09T12:10:00.000Z'));
    expect(screen.getByText(/March 9, 2026/)).toBeVisible();
  });

  it('sets it, stops it, and lets it pass again', async () => {
    const { mock, user } = await openTab('Clock', { preset: 'empty', now });
    const field = await screen.findByLabelText('Day and time');
    await user.clear(field);
    await user.type(field, '2027-01-31T08:30');
    await user.click(screen.getByRole('button', { name: 'Set' }));
    await waitFor(() => expect(mock.clock.now()).toEqual(new Date('2027-01-31T08:30')));
    await user.click(screen.getByRole('switch', { name: 'Clock runs' }));
    await waitFor(() => expect(mock.clock.isRunning()).toBe(false));
    expect(await screen.findByText(/paused/)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Clock runs' }));
    await waitFor(() => expect(mock.clock.isRunning()).toBe(true));
  });

  it('leaves the session alone, unless asked to let it go idle', async () => {
    const { mock, user } = await openTab('Clock', { preset: 'empty', now });
    await user.click(await screen.findByRole('button', { name: /7 days/ }));
    await waitFor(() => expect(iso(mock.clock.now())).toBe('2026-03-09T12:00:00.000Z'));
    expect(mock.clock.sessionNow()).toEqual(now());
    await user.click(screen.getByRole('button', { name: 'Simulate inactivity' }));
    await waitFor(() => expect(iso(mock.clock.sessionNow())).toBe('2026-03-02T12:15:00.000Z'));
    expect(iso(mock.clock.now())).toBe('2026-03-09T12:15:00.000Z');
  });

  it('chooses how long answers take', async () => {
    const { mock, user } = await openTab('Clock');
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Response time' }),
      'Slow: 1 to 3 seconds',
    );
    expect(mock.scenario().latency).toEqual([1000, 3000]);
  });
});
