import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopApp } from '@/features/api/app';
import { clearStored } from '@/lib/storage';
import { createMockServer } from '@/mocks/node';
import { retype } from '../clinic/support';

const server = createMockServer({ patients: 3 });
beforeAll(() => server.listen());
beforeEach(async () => {
  clearStored();
  await server.reset({ preset: 'demo' });
});
afterAll(() => server.close());

const accounts = {
  patient: ['patient@kitwell.test', 'Patient1!'],
} as const;

/** The product, with what a user does around a form. */
function openApp(path = '/login') {
  const { user, router } = renderApp(path);
  const isAt = (target: string) => waitFor(() => expect(router.state.location.pathname).toBe(target));
  return {
    user,
    isAt,
    async logIn(account: keyof typeof accounts) {
      const [email, password] = accounts[account];
      await user.click(await screen.findByLabelText('Email'));
      await user.paste(email);
      await user.click(screen.getByLabelText('Password'));
      await user.paste(password);
      await user.click(screen.getByRole('button', { name: 'Log In' }));
      await isAt('/dashboard');
    },
    async type(label: string, text: string) {
      await retype(user, await screen.findByLabelText(label), text);
    },
  };
}

/** A logout in another tab clears local storage, which this tab is notified of. */
function logOutElsewhere() {
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
}

const expectNothingStored = () => {
  expect(sessionStorage).toHaveLength(0);
  expect(localStorage).toHaveLength(0);
};

/** Closes this tab's page; its session storage stays. */
function closePage() {
  cleanup();
  stopApp();
}

/** A patient who has typed a street. */
async function openChangedProfile() {
  const app = openApp();
  await app.logIn('patient');
  await app.type('Street', '9 Unsaved Road');
  return app;
}

it('the input in a form is removed from this tab by a logout in another one', async () => {
  const app = await openChangedProfile();
  logOutElsewhere();
  await app.isAt('/login');
  expectNothingStored();
});

describe('the input in a form of a tab that was closed when its session ended', () => {
  it('stays over a reload while the session continues', async () => {
    await openChangedProfile();
    closePage();
    openApp('/dashboard');
    expect(await screen.findByLabelText('Street')).toHaveValue('9 Unsaved Road');
  });

  it('is removed when the tab is loaded again', async () => {
    await openChangedProfile();
    closePage();
    localStorage.clear();
    const app = openApp('/dashboard');
    await app.isAt('/login');
    expectNothingStored();
  });

  it('is removed when another account has logged in meanwhile', async () => {
    await openChangedProfile();
    closePage();
    const drafts = sessionStorage.getItem('formDrafts') ?? '';
    await server.as('provider');
    // The mock's login has cleared this tab's storage, which a login in another tab can't.
    sessionStorage.setItem('formDrafts', drafts);
    openApp('/dashboard');
    await screen.findByRole('heading', { level: 1, name: 'Patients' });
    expect(sessionStorage.getItem('formDrafts')).not.toContain('Unsaved');
  });
});
