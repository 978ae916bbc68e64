import type { Page } from '@playwright/test';
import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, rowsOf } from '@tests/support/mock-control';
import { databasesOf, storedBy, tokenOf } from '@tests/support/stored-by';

const draft = { name: 'Zelda Quillfeather', email: 'zelda.quillfeather@example.org' } as const;

/** Data that must be gone: the patients' names, emails and phones, typed input, and the token. */
async function secretsOf(page: Page): Promise<string[]> {
  const patients = await rowsOf(page, 'patients');
  const values = patients.flatMap((row) =>
    ['patient_name', 'name', 'patient_email', 'email', 'phone_number', 'phone'].map((field) => row[field]),
  );
  // The demo's login page lists these accounts.
  const isOffered = (text: string) => text.endsWith('@kitwell.test');
  const texts = values.filter(
    (text): text is string => typeof text === 'string' && text.length > 5 && !isOffered(text),
  );
  expect(texts.length).toBeGreaterThan(20);
  return [...texts, draft.name, draft.email, (await tokenOf(page)) ?? ''];
}

/** Signs in and leaves data in every place: each section, a draft, an import, an open order. */
async function work(page: Page): Promise<void> {
  await page.goto('.');
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await mockReady(page);
  await page.getByRole('button', { name: 'Log in as provider' }).click();
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  await job.importFile(page);
  await job.openUpdatePatients(page);
  await expect(job.patientTable(page).getByText('Robin Ellis')).toBeVisible();
  await job.chooseInAccountMenu(page, 'Profile');
  await expect(page.getByRole('tab', { name: 'Sample Testing Lab' })).toBeVisible();
  await job.chooseInAccountMenu(page, 'Kits Information');
  await expect(page.getByRole('heading', { name: 'Kit Information' })).toBeVisible();
  await job.openSection(page, 'Booking / Order Kits');
  await page.getByRole('button', { name: 'Order kit for Robin Ellis' }).click();
  await expect(page.getByRole('dialog', { name: 'Order Kit' })).toContainText('Robin Ellis');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Booked Appointments' }).click();
  await expect(page.getByRole('tab', { name: 'Booked Appointments', selected: true })).toBeVisible();
  await job.openSection(page, 'Patients');
  await page.getByRole('tab', { name: 'Add Patients' }).click();
  const name = page.getByRole('textbox', { name: /^Name, row 1$/ });
  await name.fill(draft.name);
  await expect.poll(() => databasesOf(page)).toContain(draft.name);
}

/** Returns the matches, so that a failure shows which text was left. */
const leftIn = (text: string, secrets: readonly string[]) =>
  secrets.filter((secret) => text.includes(secret));

async function expectNothingLeft(page: Page, secrets: readonly string[]): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  expect(leftIn(await storedBy(page), secrets)).toEqual([]);
  for (let step = 0; step < 3; step += 1) {
    await page.goBack();
    await page.waitForLoadState();
    await expect(page.getByText(/^Hey, /)).toHaveCount(0);
    expect(leftIn(await storedBy(page), secrets), `after ${step + 1} steps back, at ${page.url()}`).toEqual(
      [],
    );
    if (/\/$/.test(page.url())) break;
  }
}

/** Collects where the token may be seen: in messages of the console, addresses and headers. */
function watchToken(page: Page) {
  const said: string[] = [];
  const sent: { url: string; headers: string }[] = [];
  const withToken: { url: string; authorization: string }[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('request', (request) => {
    const { authorization, ...others } = request.headers();
    sent.push({ url: request.url(), headers: JSON.stringify(others) });
    if (authorization !== undefined) withToken.push({ url: request.url(), authorization });
  });
  return { said, sent, withToken };
}

test.describe('after the session nothing of a patient is left in the browser', () => {
  test('after a logout, and the token was seen nowhere but at the API', { tag: '@smoke' }, async ({
    page,
    baseURL,
  }) => {
    const { sent, said, withToken } = watchToken(page);
    await work(page);
    const secrets = await secretsOf(page);
    expect(leftIn(await storedBy(page), secrets), 'the search finds what is there').toContain(draft.name);
    const token = (await tokenOf(page)) ?? '';
    expect(token).not.toBe('');
    expect(withToken.length).toBeGreaterThan(3);
    for (const { url, authorization } of withToken) {
      expect(url.startsWith(new URL('api/', baseURL).href), url).toBe(true);
      expect(authorization).toBe(token);
    }
    expect(JSON.stringify(sent), 'in no address and no other header').not.toContain(token);
    expect(said.join('\n')).not.toContain(token);
    const log = await page.evaluate(() =>
      JSON.stringify([window.__mock?.log.list(), window.__mock?.share(), window.__mock?.scenario()]),
    );
    expect(log).toContain('POST /auth/login');
    expect(log).not.toContain(token);
    await job.logOutUnsaved(page);
    await expectNothingLeft(page, secrets);
  });

  test.describe('on a public page', () => {
    const typed = 'Quillfeather Clinic';
    const draftsOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('formDrafts'));

    /** Leaves typed input for a public page; returns another tab of the same browser. */
    async function leaveInput(page: Page): Promise<Page> {
      await openDashboard(page);
      await job.chooseInAccountMenu(page, 'Profile');
      await page.getByLabel('Provider Name').fill(typed);
      await expect.poll(() => draftsOf(page)).toContain(typed);
      await page.goto('about-us');
      expect(await draftsOf(page)).toContain(typed);
      return page.context().newPage();
    }

    async function logInAs(page: Page, role: 'patient' | 'provider'): Promise<void> {
      await page.goto('login');
      await page.getByRole('button', { name: `Log in as ${role}` }).click();
      await expect(page.getByText(/^Hey, /)).toBeVisible();
    }

    test('when another account logged in in another tab', async ({ page }) => {
      await logInAs(await leaveInput(page), 'patient');
      await expect.poll(() => draftsOf(page)).toBeNull();
    });
  });
});
