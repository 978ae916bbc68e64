import { chromium, type Page } from '@playwright/test';
import { ada, openDashboard } from '@tests/support/at-the-keyboard';
import { expect, listen, test } from '@tests/support/e2e';
import { tokenOf } from '@tests/support/kept';
import * as job from '@tests/support/main-job';
import { mockReady, openRoom, rowsOf } from '@tests/support/mock-control';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';
import { chromiumFlags, findChromium } from '../../scripts/find-chromium';

/** What no other spec covers. */

test('logging out ends the session in the backend', async ({ page }) => {
  await job.logIn(page, demoProvider);
  const token = await tokenOf(page);
  const sessions = async () => (await rowsOf(page, 'sessions')).filter((row) => row.token === token);
  expect(await sessions()).toHaveLength(1);
  await job.logOut(page);
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await expect.poll(sessions).toEqual([]);
});

test('cells that were copied elsewhere are pasted into the grid with Ctrl+V', async ({ page }) => {
  await openDashboard(page);
  const first = page.getByLabel('Name, row 1', { exact: true });
  await expect(first).toBeVisible();
  await page.evaluate((text) => {
    const sheet = document.createElement('textarea');
    sheet.id = 'sheet';
    sheet.value = text;
    document.body.append(sheet);
    sheet.focus();
    sheet.select();
  }, ada.cells.join('\t'));
  await page.keyboard.press('Control+c');
  await page.evaluate(() => document.querySelector('#sheet')?.remove());
  await first.click();
  await page.keyboard.press('Control+v');
  await expect(first).toHaveValue('Ada Byron');
  await expect(page.getByLabel('Email, row 1', { exact: true })).toHaveValue(ada.email);
});

test('the chat asks who the visitor is, answers a message, and leads to the providers’ page', async ({
  page,
}) => {
  await page.goto('.');
  await page.getByRole('button', { name: 'For Patients: AI Diagnosis & Easy Provider Booking!' }).click();
  const chat = page.getByRole('dialog', { name: /^Chat with/ });
  await chat.getByLabel('Message').fill('Do you deliver to Boston?');
  await page.keyboard.press('Enter');
  await expect(chat.getByText('Do you deliver to Boston?')).toBeVisible();
  await expect(chat.getByLabel('Message')).toHaveValue('');
  // The answer scrolls the conversation: a press just then would miss its button.
  await expect(chat.getByRole('paragraph').filter({ hasText: 'Kitwell:' })).toHaveCount(2);
  await chat.getByRole('button', { name: 'PROVIDER' }).click();
  await chat.getByRole('button', { name: 'Sexual Health' }).click();
  await page.waitForFunction(() => location.pathname === '/info');
});

test('a page that is reloaded while it starts gets its answers from the mock backend', async ({
  page,
  noise,
}) => {
  noise.allowStatus(400);
  for (let times = 0; times < 6; times += 1) {
    await page.goto('confirm-address/unknown', { waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState === 'complete');
    await page.reload();
    await job.confirmAddress(page);
    await expect(page.getByText(/^Invalid or expired token/).first()).toBeVisible();
  }
});

test('the page learns that a call was answered, so that it does not keep the call', async ({ page }) => {
  await page.goto('login');
  await mockReady(page);
  await page.evaluate(() => {
    const ended: unknown[] = [];
    Reflect.set(window, 'endedCalls', ended);
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data?.type === 'RESPONSE' && data.payload.request.url.endsWith('/fetch-clinics'))
        ended.push(data.payload.response);
    });
  });
  for (let call = 0; call < 3; call += 1)
    await page.evaluate(async () => void (await (await fetch('/api/clinic/fetch-clinics')).json()));
  const ended = () => page.evaluate(() => Reflect.get(window, 'endedCalls') as object[]);
  await expect.poll(async () => (await ended()).length).toBe(3);
  // A copy of each response would cost memory, and not every browser can send one.
  expect(await ended()).toMatchObject([1, 2, 3].map(() => ({ status: 200, body: null })));
});

/** Edits the phone number of a patient in the open list. */
async function editPhone(page: Page, name: string, phone: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await page.getByRole('table').getByLabel('Phone').fill(phone);
  await page.keyboard.press('Enter');
}

/** What was copied, as it is pasted elsewhere. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const sheet = document.createElement('textarea');
    sheet.id = 'sheet';
    document.body.append(sheet);
    sheet.focus();
  });
  await page.keyboard.press('Control+v');
  const read = () => page.evaluate(() => document.querySelector<HTMLTextAreaElement>('#sheet')?.value ?? '');
  await expect.poll(read).not.toBe('');
  const text = await read();
  await page.evaluate(() => document.querySelector('#sheet')?.remove());
  return text;
}

/** Reports a bug in the control room, as a user does. Returns the link that it copied. */
async function reportBug(page: Page, note: string): Promise<string> {
  const room = await openRoom(page, 'Scenarios');
  await room.getByRole('button', { name: 'Report a bug' }).click();
  const form = room.getByRole('group', { name: 'Report a bug' });
  await form.getByLabel(/^What went wrong/).fill(note);
  await form.getByRole('button', { name: 'Copy link' }).click();
  await expect(room.getByText(/^Copied/)).toBeVisible();
  const link = await pasted(page);
  await room.getByRole('button', { name: 'Close' }).click();
  return link;
}

/** Browsers differ in the white space of an element's text. */
const textOf = (page: Page) =>
  page.evaluate(() => document.querySelector('main')?.innerText.replace(/\s+/g, ' ').trim() ?? '');

interface Shown {
  /** The changed number in the list. */
  readonly phone: string;
  /** Everything on the page. */
  readonly text: string;
}

/** Opens a bug's link and expects its note, and the same text on the page. */
async function expectReproduced(
  page: Page,
  link: string,
  { phone, text }: Shown,
  note: string,
): Promise<void> {
  await page.goto(link);
  await expect(page.getByText(phone, { exact: true })).toBeVisible();
  await expect.poll(() => textOf(page)).toBe(text);
  await mockReady(page);
  const room = await openRoom(page, 'Scenarios');
  await expect(room.getByRole('group', { name: 'Bug report' }).getByText(note)).toBeVisible();
  await room.getByRole('button', { name: 'Close' }).click();
}

test('a bug that is reported here shows the same text in Chromium, and one from there does so here', async ({
  page,
  context,
  browserName,
  noise,
  viewport,
}) => {
  noise.allowStatus(500);
  // Without a window, Chromium has no one to ask whether a click may copy.
  const permissions = ['clipboard-read', 'clipboard-write'];
  if (browserName === 'chromium') await context.grantPermissions(permissions);
  await openDashboard(page);
  await job.openUpdatePatients(page);
  const phone = '+1 206 555 0199';
  await editPhone(page, 'Robin Ellis', phone);
  await expect(page.getByText('Patient data updated successfully').first()).toBeVisible();
  await page.evaluate(() => window.__mock?.set('PUT /patient/update-patient/{id}', '500', { times: 1 }));
  await editPhone(page, 'Robin Ellis', '+1 206 555 0144');
  await expect(page.getByText('Failed to update patient data').first()).toBeVisible();
  await page.getByRole('table').getByRole('button', { name: 'Cancel' }).click();
  // The last of the figures to be loaded.
  await expect(page.getByText(/appointments? today$/)).toBeVisible();
  await expect(page.getByText(phone, { exact: true })).toBeVisible();
  const shown = { phone, text: await textOf(page) };
  const note = 'The second phone number is not saved';
  const link = await test.step('reported here', () => reportBug(page, note));

  const executablePath = findChromium();
  const other = await chromium.launch({ args: chromiumFlags(), ...(executablePath && { executablePath }) });
  const guest = await (await other.newContext({ viewport, permissions })).newPage();
  listen(guest, noise);
  await test.step('in Chromium', () => expectReproduced(guest, link, shown, note));
  await test.step('and back', async () => {
    const otherPhone = '+1 206 555 0111';
    await editPhone(guest, 'Robin Ellis', otherPhone);
    await expect(guest.getByText(otherPhone, { exact: true })).toBeVisible();
    const shownThere = { phone: otherPhone, text: await textOf(guest) };
    const answer = 'Now it is';
    await expectReproduced(page, await reportBug(guest, answer), shownThere, answer);
  });
  await other.close();
});
