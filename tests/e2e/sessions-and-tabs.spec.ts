import type { BrowserContext, Page } from '@playwright/test';
import { ada, firstName, openDashboard, pastePatient } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test, test as testInOwnContext } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, rowsOf } from '@tests/support/mock-control';
import { storedBy, tokenOf } from '@tests/support/stored-by';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';

const robin = 'Robin Ellis';
const marta = 'Marta Quist';
const second = { email: 'desk@meridian.example.com', password: 'Meridian1!' };
const loginPage = (page: Page) => page.getByRole('heading', { name: 'Log In' });
/** The notice about unsaved rows: on the login page, and once they are in the grid again. */
const unsaved = (page: Page) => page.getByText(/unsaved|restored|brought back|are back/i).first();
const storedAdas = async (page: Page) =>
  (await rowsOf(page, 'patients')).filter((row) => row.patient_email === ada.email);

/** Enables the login of a second demo clinic, and gives it a patient. */
const openSecondClinic = (page: Page) =>
  page.evaluate(
    async ({ account, known, name }) => {
      const db = window.__mock?.db;
      if (!db) throw new Error('This build has no mock backend.');
      const clinic_id = 'C002';
      const [first] = db.list('accounts') as object[];
      await db.insert('accounts', { ...first, ...account, id: 'account-second', clinic_id });
      const patient = (db.list('patients') as { patient_name: string }[]).find(
        (row) => row.patient_name === known,
      );
      const own = { patient_id: 'P-9001', id: 9901, clinic_id, account_id: null };
      const email = { patient_email: 'marta.quist@example.org' };
      await db.insert('patients', { ...patient, ...own, ...email, patient_name: name });
    },
    { account: second, known: robin, name: marta },
  );

async function logInInOtherTab(context: BrowserContext): Promise<string> {
  const other = await context.newPage();
  await job.logIn(other, second);
  return (await tokenOf(other)) ?? '';
}

/** The calls of a tab that say who makes them, in their order. */
function watchCalls(page: Page): { call: string; token: string }[] {
  const calls: { call: string; token: string }[] = [];
  page.on('request', (request) => {
    const token = request.headers().authorization;
    if (token !== undefined) calls.push({ call: new URL(request.url()).pathname, token });
  });
  return calls;
}

test.describe('another account logs in, in another tab', () => {
  test('the first tab never shows the old patients again, nor calls under the old token', {
    tag: '@smoke',
  }, async ({ page, context }) => {
    await page.addInitScript(() => {
      window.addEventListener('storage', ({ key, newValue }) => {
        if (key !== 'token' || newValue === null) return;
        const note = () => Reflect.set(window, 'shownThen', document.body.innerText);
        requestAnimationFrame(() => requestAnimationFrame(note));
      });
    });
    await openDashboard(page);
    await openSecondClinic(page);
    const before = await tokenOf(page);
    await job.openUpdatePatients(page);
    await expect(job.patientTable(page)).toContainText(robin);
    const calls = watchCalls(page);
    const after = await logInInOtherTab(context);
    await page.bringToFront();
    const shownThen = await page.waitForFunction(() => Reflect.get(window, 'shownThen'));
    expect(await shownThen.jsonValue()).not.toContain(robin);
    await job.openUpdatePatients(page);
    await expect(job.patientTable(page)).toContainText(marta);
    await expect(page.getByText(robin)).toHaveCount(0);
    const turn = calls.findIndex(({ token }) => token === after);
    expect(calls[turn]?.call).toMatch(/verify-user$/);
    expect(calls.slice(turn).filter(({ token }) => token === before)).toEqual([]);
  });
});

test.describe('a session that ends with unsaved rows', () => {
  test.beforeEach(async ({ page, noise }) => {
    noise.allowStatus(401);
    await openDashboard(page);
    await pastePatient(page, ada.cells);
    // Not by removing the session: a call that the page makes by itself would then end it first.
    await page.evaluate(() => window.__mock?.set('POST /patient/add-patients', '401', { times: 1 }));
    await job.saveAll(page);
    await expect(loginPage(page)).toBeVisible();
  });

  test('leaves nothing in the browser, and the same account gets its rows back', { tag: '@smoke' }, async ({
    page,
  }) => {
    expect(await tokenOf(page)).toBeNull();
    const stored = await storedBy(page);
    for (const secret of ['Ada Byron', ada.email, robin]) expect(stored).not.toContain(secret);
    await expect(unsaved(page)).toBeVisible();
    await job.typeLogin(page, demoProvider);
    await expect(firstName(page)).toHaveValue('Ada Byron');
    await expect(unsaved(page)).toBeVisible();
    await job.saveAll(page);
    await expect(page.getByText('Patients added successfully')).toBeVisible();
    expect(await storedAdas(page)).toHaveLength(1);
  });
});

// Its clock applies to the whole context.
testInOwnContext(
  'a save that is left under way goes on, once, and the dashboard shows it',
  async ({ page }) => {
    await page.clock.install();
    // From the start page, so that Back returns to it within the same document.
    await page.goto('.');
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
    await job.typeLogin(page, demoProvider);
    await mockReady(page);
    await pastePatient(page, ada.cells);
    await page.evaluate(() =>
      window.__mock?.set('POST /patient/add-patients', 'ok', { delay: 10_000, times: 1 }),
    );
    await job.saveAll(page);
    const saving = page.getByRole('button', { name: 'Saving...' });
    await expect(saving).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Care that comes');
    await page.goForward();
    await expect(saving).toBeDisabled();
    await saving.dispatchEvent('click');
    await page.clock.fastForward(10_000);
    await expect(page.getByText('Patients added successfully')).toBeVisible();
    await expect(firstName(page)).toHaveValue('');
    expect(await storedAdas(page)).toHaveLength(1);
  },
);

// Also in Firefox.
testInOwnContext(
  'a logout in one tab ends the session in the other',
  { tag: '@smoke' },
  async ({ page, context }) => {
    await openDashboard(page);
    const other = await context.newPage();
    await other.goto('dashboard');
    await expect(other.getByText(/^Hey, /)).toBeVisible();
    await job.logOut(other);
    await expect(page).toHaveURL(/\/login$/);
    await expect(loginPage(page)).toBeVisible();
  },
);
