import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { inServerTime } from '@tests/support/server-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearStored, readStored, writeStored } from '@/lib/storage';
import { createMockServer } from '@/mocks/node';

const minute = 60_000;
const day = 24 * 60 * minute;
const server = createMockServer({ patients: 3 });

beforeAll(() => server.listen());
beforeEach(async () => {
  clearStored();
  // A fixed clock, advanced only by the test.
  await server.reset({ preset: 'demo', start: '2026-03-02T12:00:00Z' });
});
inServerTime(server);
afterAll(() => server.close());

async function openDashboard() {
  await server.as('provider');
  const app = renderApp('/dashboard');
  await screen.findByRole('button', { name: /^Hey, / });
  return app;
}

const warning = () => screen.queryByRole('dialog', { name: 'Are you still there?' });
const loginPage = () => screen.findByRole('heading', { name: 'Log In' });

describe('an idle session, by the clock of the demo', () => {
  it('is warned about with the time that is left, and ends when that has passed', async () => {
    await openDashboard();
    await server.clock.advance(14.5 * minute);
    expect(warning()).toBeNull();
    await server.clock.advance(minute);
    expect(await screen.findByText(/we’ll log you out in 30 seconds/)).toBeVisible();
    await server.clock.advance(minute);
    await loginPage();
    expect(screen.getByText('We logged you out after 15 minutes of inactivity.')).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });

  it('starts again after the user answers', async () => {
    const { user } = await openDashboard();
    await server.clock.advance(15.5 * minute);
    await user.click(await screen.findByRole('button', { name: 'Stay logged in' }));
    // The dialog's closing animation takes a moment.
    await waitFor(() => expect(warning()).toBeNull());
    await server.clock.advance(14.5 * minute);
    expect(warning()).toBeNull();
  });

  it('ends at once after a long sleep, without a question that the user could not have seen', async () => {
    await openDashboard();
    await server.clock.advance(3 * day);
    await loginPage();
  });

  it('survives a clock that is set back, and still goes idle by it', async () => {
    await openDashboard();
    await server.clock.advance(15.5 * minute);
    await screen.findByRole('dialog', { name: 'Are you still there?' });
    await server.clock.advance(-3 * day);
    await waitFor(() => expect(warning()).toBeNull());
    await server.clock.advance(15 * minute);
    expect(await screen.findByText(/we’ll log you out in 60 seconds/)).toBeVisible();
  });

  it('is not ended by a person who moves the clock with their own hands', async () => {
    await openDashboard();
    await server.clock.advance(3 * day, { byHand: true });
    await server.clock.set('2026-12-24T18:00:00Z', { byHand: true });
    expect(warning()).toBeNull();
    expect(screen.getByRole('button', { name: /^Hey, / })).toBeVisible();
    await server.clock.advance(15 * minute);
    await screen.findByRole('dialog', { name: 'Are you still there?' });
  });
});

describe('a page out of the memory of the browser', () => {
  it('shows nothing of a session that ended meanwhile', async () => {
    await openDashboard();
    // Another tab logs out; a page in the back/forward cache gets no event.
    localStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await loginPage();
    expect(document.body).not.toHaveTextContent('Harbor Street Clinic');
  });

  it('goes on where another tab was used meanwhile, of which it heard nothing', async () => {
    await openDashboard();
    const later = server.clock.sessionNow().getTime() + 17 * minute;
    // Changed while the page is in the back/forward cache, so there is no storage event.
    localStorage.setItem('lastActive', String(later));
    await server.clock.advance(18 * minute);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(screen.getByRole('button', { name: /^Hey, / })).toBeVisible();
    expect(readStored('token')).not.toBeNull();
    expect(warning()).toBeNull();
  });

  it('goes on where the session does', async () => {
    await openDashboard();
    writeStored('activeOption', 'supportInfo');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(screen.getByRole('button', { name: /^Hey, / })).toBeVisible();
  });
});
