import { act, screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { retype } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { expectToast } from '@tests/support/outcomes';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearStored, readStored } from '@/lib/storage';
import { confirm, update } from '../patient-profile/support';

const server = startMockServer({ patients: 3 });
beforeEach(async () => {
  clearStored();
  await server.reset({ preset: 'demo' });
});

const accounts = {
  patient: ['patient@kitwell.test', 'Patient1!'],
  provider: ['provider@kitwell.test', 'Provider1!'],
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
    /** Opens a tab of the clinic profile. */
    async openClinicTab(name: string) {
      await user.click(await screen.findByRole('button', { name: /^Hey, / }));
      await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
      await user.click(await screen.findByRole('tab', { name }));
      return screen.findByRole('tabpanel', { name });
    },
  };
}

/** The server ends the session, which the next call shows. */
const expire = () => server.db.remove('sessions', readStored('token') ?? '');

/** A logout in another tab clears local storage, which this tab is notified of. */
function logOutElsewhere() {
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
}

const offer = 'Log in with the same account within 15 minutes to restore unsaved changes in a form.';
const expectOffer = async () =>
  expect(await screen.findByText(`${offer} Don’t reload this page.`)).toBeVisible();
const expectNothingStored = () => {
  expect(sessionStorage).toHaveLength(0);
  expect(localStorage).toHaveLength(0);
};

describe('the input in a form whose session ended without Logout', () => {
  it('is offered on the login page and restored for the same account, after a 401 at Update', async () => {
    const app = openApp();
    await app.logIn('patient');
    await retype(app.user, await screen.findByLabelText('Street'), '9 Unsaved Road');
    await expire();
    await update(app.user);
    await confirm(app.user);
    await app.isAt('/login');
    await expectOffer();
    expectNothingStored();
    await app.logIn('patient');
    expect(await screen.findByLabelText('Street')).toHaveValue('9 Unsaved Road');
    await expectToast('Your unsaved changes in a form are back.');
    await update(app.user);
    await confirm(app.user);
    await expectToast('Profile updated successfully');
  });

  it.each([
    ['Profile', 'Provider Name'],
    ['Sample Testing Lab', 'Lab Name'],
  ])('is restored in the clinic’s tab %s', async (tab, label) => {
    const app = openApp();
    await app.logIn('provider');
    const panel = await app.openClinicTab(tab);
    await retype(app.user, await within(panel).findByLabelText(label), 'Unsaved name');
    await expire();
    await app.user.click(within(panel).getByRole('button', { name: 'Update' }));
    await app.isAt('/login');
    await expectOffer();
    await app.logIn('provider');
    expect(await within(await app.openClinicTab(tab)).findByLabelText(label)).toHaveValue('Unsaved name');
  });

  it('is restored in the edited row of a patient', async () => {
    const app = openApp();
    await app.logIn('provider');
    const openRows = async () => app.user.click(await screen.findByRole('tab', { name: 'Update Patients' }));
    await openRows();
    await app.user.click(await screen.findByRole('button', { name: 'Edit Robin Ellis' }));
    await retype(app.user, within(screen.getByRole('table')).getByLabelText('Name'), 'Unsaved name');
    logOutElsewhere();
    await app.isAt('/login');
    await expectOffer();
    expectNothingStored();
    await app.logIn('provider');
    await expectToast('Your unsaved changes in a form are back.');
    await openRows();
    expect(await screen.findByDisplayValue('Unsaved name')).toHaveAccessibleName('Name');
  });
});
