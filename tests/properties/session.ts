import { act, fireEvent, screen, within } from '@testing-library/react';
import { loadPage } from '@tests/support/app';
import { stopApp } from '@/features/api/app';
import type { MockServer } from '@/mocks/node';

interface Login {
  readonly email: string;
  readonly password: string;
}

/** Loads the page again. */
export async function reload(page: ReturnType<typeof loadPage>) {
  page.unload();
  await act(async () => stopApp());
  return loadPage();
}

/** The page asks the user to log in. Another tab of the same window may have its own heading. */
export const isLoginPage = (): boolean =>
  location.pathname === '/login' &&
  [...document.querySelectorAll('h1')].some(({ textContent }) => textContent === 'Log In');

/** Logs in on the login page. */
export async function logIn({ email, password }: Login): Promise<void> {
  const form = within(await screen.findByRole('main'));
  fireEvent.input(form.getByLabelText(/^Email/), { target: { value: email } });
  fireEvent.input(form.getByLabelText(/^Password/), { target: { value: password } });
  fireEvent.click(form.getByRole('button', { name: 'Log In' }));
}

/** The server ends all sessions: it answers the next call with 401. */
export const endSessions = (server: MockServer): Promise<void> =>
  act(async () => {
    for (const session of server.db.list('sessions'))
      await server.db.remove('sessions', Reflect.get(session, 'token'));
  });

/**
 * The user logs out in another tab: the server ends the session, and the browser reports the cleared storage to this tab.
 * The token is reported first, because it is cleared first.
 */
export async function logOutElsewhere(server: MockServer): Promise<void> {
  await endSessions(server);
  const keys = Object.keys(localStorage).filter((key) => key !== 'token');
  localStorage.clear();
  act(() => {
    for (const key of ['token', ...keys]) window.dispatchEvent(new StorageEvent('storage', { key }));
  });
}
