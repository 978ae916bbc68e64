import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { openRoom } from './mock-control';

/**
 * The main job of the product, step by step, as a user does it: only clicks, typing, a file, and the mail's code and
 * link.
 */
export const clinic = {
  email: 'desk@harborside.example.com',
  password: 'Harbor1!',
  name: 'Harborside Clinic',
} as const;

/** The first row of the fixture file. */
export const patient = {
  name: 'Ava Thompson',
  email: 'ava.thompson@example.org',
  password: 'Thompson1!',
} as const;

const clinicAddress: readonly [string, string][] = [
  ['Street', '12 Long Wharf'],
  ['City', 'Boston'],
  ['Postal Code', '02110'],
  ['State', 'MA'],
  ['Country', 'USA'],
];

/** The input of a clinic's registration, in the order of the form. */
export const clinicEntries: readonly [string, string][] = [
  ['Email', clinic.email],
  ['Phone Number', '+12125550123'],
  ['Password', clinic.password],
  ['Confirm Password', clinic.password],
  ['Provider Name', clinic.name],
  ...clinicAddress,
];

/** Fills fields of a form by their labels. */
export async function fillIn(form: Page | Locator, entries: readonly [string, string][]): Promise<void> {
  for (const [label, text] of entries) await form.getByLabel(label, { exact: true }).fill(text);
}

async function agreeToTerms(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /I agree to the Terms/ }).click();
  await page
    .getByRole('dialog', { name: 'Terms and Conditions' })
    .getByRole('button', { name: 'I agree' })
    .click();
}

/** From the start page to the completed form of a clinic. */
export async function fillInProviderForm(page: Page): Promise<void> {
  await page.goto('.');
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
  await page.getByRole('link', { name: 'Provider', exact: true }).click();
  await typeClinic(page);
}

/** Fills in the open form of a clinic. */
export async function typeClinic(page: Page): Promise<void> {
  await fillIn(page, clinicEntries);
  await agreeToTerms(page);
}

export const sendSignUp = (page: Page) => page.getByRole('button', { name: 'Sign Up', exact: true }).click();

/** Types the code from the newest mail. */
export async function enterCode(page: Page, to: string): Promise<void> {
  await expect(page.getByLabel('Verification Code')).toBeVisible();
  const room = await openRoom(page, 'Mail');
  const mails = room.getByRole('listitem').filter({ hasText: `To ${to}` });
  const code = await mails.filter({ hasText: /code/i }).first().getByRole('code').textContent();
  await room.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Verification Code').fill(code ?? '');
}

export const verify = (page: Page) => page.getByRole('button', { name: 'Verify' }).click();

export const expectRegistered = (page: Page) =>
  expect(page.getByText('You are registered successfully')).toBeVisible();

export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto('login');
  await typeLogin(page, { email, password });
}

/** Fills in and sends the login form of the open page. */
export async function typeLogin(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await fillIn(page, [
    ['Email', email],
    ['Password', password],
  ]);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByText(/^Hey, /)).toBeVisible();
}

/** Resolves when the next logout call has ended: after a page that is left earlier, no mock could answer it. */
async function logoutEnded(page: Page): Promise<void> {
  const isLogout = (request: Request) => request.url().endsWith('/auth/logout');
  await Promise.race([
    page.waitForEvent('requestfinished', isLogout),
    page.waitForEvent('requestfailed', isLogout),
  ]);
}

/** Presses Logout and waits for the call, which the product does not wait for. */
export async function logOut(page: Page): Promise<void> {
  await Promise.all([logoutEnded(page), chooseInAccountMenu(page, 'Logout')]);
}

/** Presses Logout with unsaved work, and confirms that it is lost. */
export async function logOutUnsaved(page: Page): Promise<void> {
  await chooseInAccountMenu(page, 'Logout');
  const question = page.getByRole('alertdialog', { name: 'Log out without saving?' });
  await Promise.all([logoutEnded(page), question.getByRole('button', { name: 'Log out' }).click()]);
}

/** Opens an entry of the header's dropdown. Brings the tab to the front, because menus depend on focus. */
export async function chooseInAccountMenu(page: Page, entry: string): Promise<void> {
  await page.bringToFront();
  await page.getByRole('button', { name: /^Hey, / }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export const openSection = (page: Page, entry: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: entry }).click();

/** Opens the tab that lists the clinic's patients. */
export const openUpdatePatients = (page: Page) => page.getByRole('tab', { name: 'Update Patients' }).click();

/** The list of that tab. */
export const patientTable = (page: Page) => page.getByRole('table', { name: 'Patients', exact: true });

/** Fills in the form of the open tab. */
export async function typeLab(page: Page): Promise<void> {
  const panel = page.getByRole('tabpanel', { name: 'Sample Testing Lab' });
  await expect(panel.getByRole('heading', { name: 'Add Lab Data' })).toBeVisible();
  await fillIn(panel, [
    ['Lab Name', 'North Shore Diagnostics'],
    ['Lab Identification Number', '22D0999999'],
    ['Phone', '+1 617 555 0142'],
    ['Street', '400 Summer Street'],
    ['City', 'Boston'],
    ['Postal Code', '02210'],
    ['State', 'MA'],
    ['Country', 'USA'],
    ['Sample drop-off instructions', 'Ring at the side door before 4 pm.'],
  ]);
}

export const saveLab = (page: Page) =>
  page.getByRole('tabpanel', { name: 'Sample Testing Lab' }).getByRole('button', { name: 'Save' }).click();

/** Imports the fixture file into the grid. */
export async function importFile(page: Page): Promise<void> {
  await openSection(page, 'Patients');
  await importIntoGrid(page);
}

/** Imports the fixture file into the open grid. */
export async function importIntoGrid(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import Patients from File' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Patients from File' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Upload File' }).click();
  await (await chooser).setFiles('tests/fixtures/import/good-25.xlsx');
  await dialog.getByRole('button', { name: 'Add 25 rows to the grid' }).click();
  await expect(dialog).toBeHidden();
}

export const saveAll = (page: Page) => page.getByRole('button', { name: 'Save All' }).click();

/** Searches and selects three patients in the Authenticate section. */
export async function selectPatients(page: Page): Promise<void> {
  await openSection(page, 'Booking / Order Kits');
  for (const name of [patient.name, 'Noah Ramirez', 'Mia Chen']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
}

export const authorize = (page: Page) =>
  page.getByRole('button', { name: 'Authenticate', exact: true }).click();

/** From the cart icon to the terms. */
export async function fillInOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Order kit for ${patient.name}` }).click();
  await chooseKit(page);
}

export async function chooseKit(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Order Kit' });
  await dialog.getByLabel('Frequency').selectOption('3 Months');
  await dialog.getByLabel('Kit Type').selectOption({ index: 1 });
}

export async function placeOrder(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Order Kit' }).getByRole('button', { name: 'Place Order' }).click();
  await page
    .getByRole('dialog', { name: 'Terms and Conditions' })
    .getByRole('button', { name: 'I agree' })
    .click();
}

export async function confirmAddress(tab: Page): Promise<void> {
  await tab.getByRole('button', { name: 'Confirm Address' }).click();
  await tab
    .getByRole('alertdialog', { name: 'Confirm Action' })
    .getByRole('button', { name: 'Confirm' })
    .click();
}

/** Fills in the sign-up of the imported patient, up to the submit button. */
export async function fillInPatientForm(page: Page): Promise<void> {
  await page.goto('patient-signup');
  const [firstName = '', lastName = ''] = patient.name.split(' ');
  await fillIn(page, [
    ['First Name', firstName],
    ['Last Name', lastName],
    ['Email', patient.email],
    ['Phone', '+1 212 555 0100'],
    ['Password', patient.password],
    ['Confirm Password', patient.password],
  ]);
  await page.getByLabel('Provider').selectOption({ label: clinic.name });
  await agreeToTerms(page);
}
