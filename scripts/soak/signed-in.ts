import { demoPatient, demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';
import { logOut } from './on-screen';
import type { Account, SoakUser } from './soak-user';

export const provider: Account = demoProvider;
export const patient: Account = demoPatient;

/**
 * Makes sure that this account is signed in, regardless of how the last flow ended. Signs in again if a failed session
 * check redirected the user to the login page.
 */
export async function signedInAs(
  { page, note }: Pick<SoakUser, 'page' | 'note'>,
  { name, email, password }: Account,
): Promise<void> {
  const greeting = page.getByRole('button', { name: /^Hey, / });
  const login = page.getByRole('button', { name: 'Log In', exact: true });
  for (let tries = 0; tries < 30; tries += 1) {
    await greeting.or(login).first().waitFor({ timeout: 60_000 });
    if (await page.getByRole('button', { name: `Hey, ${name}`, exact: true }).isVisible()) return;
    if (await greeting.isVisible()) {
      note('logs out');
      await logOut(page);
      await login.waitFor();
    }
    note(`logs in as ${name}`);
    try {
      await page.getByLabel('Email', { exact: true }).fill(email, { timeout: 3000 });
      await page.getByLabel('Password', { exact: true }).fill(password, { timeout: 3000 });
      await login.click({ timeout: 3000 });
      await greeting.waitFor({ timeout: 4000 });
    } catch {
      // The login failed by chance, or an earlier one was only slow: check the screen again.
    }
  }
  throw new Error(`thirty logins of ${name} failed`);
}
