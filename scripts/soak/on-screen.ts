import type { Locator, Page, Request } from '@playwright/test';
import type { SoakUser } from './soak-user';

export const openSection = (page: Page, entry: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: entry }).click();

export const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

export async function chooseInAccountMenu(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Hey, / }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** The page's address; blank while it navigates. */
export const addressOf = (page: Page): Promise<string> =>
  page.evaluate(() => window.location.href).catch(() => '');

/** Goes back or forward, as the browser's buttons do. */
export async function goInHistory(page: Page, by: 1 | -1): Promise<void> {
  const left = await addressOf(page);
  // The navigation may replace the page before this evaluation returns. Whether it did is checked below.
  await page.evaluate((steps) => window.history.go(steps), by).catch(() => undefined);
  for (let waited = 0; waited < 20_000; waited += 50) {
    if (!['', left].includes(await addressOf(page))) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`the history does not leave ${left}`);
}

/** The buttons with which the pages offer to fetch again. */
const retryIn = (around: Page | Locator) => around.getByRole('button', { name: 'Retry' }).first();

/** Waits for an element that depends on a list; retries the list if it could not be loaded. */
export async function loaded(around: Page | Locator, wanted: Locator): Promise<void> {
  const retry = retryIn(around);
  for (let tries = 0; tries < 12; tries += 1) {
    await wanted.or(retry).first().waitFor({ timeout: 40_000 });
    if (await wanted.first().isVisible()) return;
    await retry.click({ timeout: 5000 }).catch(() => undefined);
    await wanted.page().waitForTimeout(100);
  }
  throw new Error('a list did not load in twelve tries');
}

/** Waits until the options of a select are loaded. */
export const optionsLoaded = (around: Page | Locator, select: Locator) =>
  loaded(around, select.and(select.page().locator('select:has(option:nth-child(2))')));

/** Waits until a button is enabled; uses the page's retry button if data it needs could not be loaded. */
export async function enabled(button: Locator, around: Locator): Promise<void> {
  const retry = retryIn(around);
  for (let waited = 0; waited < 60_000; waited += 100) {
    if (await button.isEnabled()) return;
    if (await retry.isVisible()) await retry.click({ timeout: 1000 }).catch(() => undefined);
    await button.page().waitForTimeout(100);
  }
  throw new Error('a button could not be pressed for a minute');
}

/** One of the row buttons, and the name of the row's patient. */
export async function anyRow({ page, random }: SoakUser, role: 'button' | 'checkbox', verb: string) {
  // Not the buttons of a tab that is just being left.
  const all = page.getByRole(role, { name: new RegExp(`^${verb} (?!all|appointment for )`) });
  await loaded(page, all);
  const control = all.nth(random.below(await all.count()));
  const label = (await control.getAttribute('aria-label')) ?? (await control.innerText());
  const name = label.replace(`${verb} `, '');
  return { control: page.getByRole(role, { name: `${verb} ${name}`, exact: true }).first(), name };
}

/** Fills fields by their labels. */
export async function fillIn(
  form: Page | Locator,
  entries: readonly (readonly [string, string])[],
): Promise<void> {
  for (const [label, text] of entries) await form.getByLabel(label, { exact: true }).fill(text);
}

/** Waits until a field has the value. */
export async function holds(field: Locator, value: string): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    if ((await field.inputValue()) === value) return;
    await field.page().waitForTimeout(50);
  }
  throw new Error(`a field holds ${JSON.stringify(await field.inputValue())} instead of "${value}"`);
}

export const gone = (locator: Locator) => locator.waitFor({ state: 'hidden', timeout: 15_000 });

/** Closes open dialogs as a user does. */
export async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog');
  for (let tries = 0; tries < 5 && (await dialogs.count()) > 0; tries += 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(250);
  }
}

/** An address that the mock backend accepts, as a machine receives it. */
export const completeAddress = {
  street: '1 Main St',
  city: 'Boston',
  postalCode: '02101',
  state: 'MA',
  country: 'United States',
  addressLine2: '',
};

/** The same address in the order of the form fields, by label. */
export const address = [
  ['Street', completeAddress.street],
  ['City', completeAddress.city],
  ['Postal Code', completeAddress.postalCode],
  ['State', completeAddress.state],
  ['Country', completeAddress.country],
] as const;

/**
 * Resolves when the next logout call has ended, with any response. The product does not wait for it; if the page is
 * left earlier, the call may have no mock to answer it.
 */
export async function logoutEnded(page: Page): Promise<void> {
  const isLogout = (request: Request) => request.url().endsWith('/auth/logout');
  await Promise.race([
    page.waitForEvent('requestfinished', isLogout),
    page.waitForEvent('requestfailed', isLogout),
  ]);
}

/** Logs out, and confirms it where unsaved work is lost. Resolves when the call has ended. */
export async function logOut(page: Page): Promise<void> {
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Log out' });
  const login = page.getByRole('button', { name: 'Log In', exact: true });
  const leave = async () => {
    await chooseInAccountMenu(page, 'Logout');
    await confirm.or(login).first().waitFor();
    if (await confirm.isVisible()) await confirm.click();
  };
  await Promise.all([logoutEnded(page), leave()]);
}
