import type { Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, rowsOf, timesServed } from '@tests/support/mock-control';

test.setTimeout(90_000);

const newPatient =
  'Ada Byron\tada.byron@example.com\t+1 555 010 0100\t36\t1 Main St\tBoston\t02101\tMA\tUnited States';
const adas = async (page: Page) =>
  (await rowsOf(page, 'patients')).filter((row) => row.patient_email === 'ada.byron@example.com');

async function openDashboard(page: Page): Promise<void> {
  await page.goto('dashboard?mock.as=provider');
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  await mockReady(page);
}

/** A row that was copied out of a spreadsheet. */
async function pastePatient(page: Page): Promise<void> {
  await page.getByLabel('Name, row 1', { exact: true }).click();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, newPatient);
  await expect(page.getByLabel('Name, row 1', { exact: true })).toHaveValue('Ada Byron');
}

/** As a key that is not let go: pressed once, and repeated by the keyboard. */
async function holdEnter(page: Page): Promise<void> {
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
}

/** The answer to an operation takes so long that the user has left before. */
const slowly = (page: Page, operation: string) =>
  page.evaluate((name) => window.__mock?.set(name, 'ok', { delay: 60_000, times: 1 }), operation);

/** What keeps a provider waiting: what they do, what the button says meanwhile, and what asks the server. */
const busyStates: readonly {
  readonly label: string;
  readonly operation: string;
  prepare(page: Page): Promise<void>;
  send(page: Page): Promise<void>;
  done(page: Page): Promise<void>;
}[] = [
  {
    label: 'Saving...',
    operation: 'POST /patient/add-patients',
    async prepare(page) {
      await job.openSection(page, 'Patients');
      await page.getByRole('tab', { name: 'Add Patients' }).click();
      await pastePatient(page);
    },
    send: (page) => page.getByRole('button', { name: 'Save All' }).dblclick(),
    async done(page) {
      await expect(page.getByText('Patients added successfully')).toBeVisible();
      expect(await adas(page)).toHaveLength(1);
    },
  },
  {
    label: 'Authenticating',
    operation: 'POST /patient/authenticate',
    async prepare(page) {
      await job.openSection(page, 'Booking / Order Kits');
      await page.getByRole('checkbox', { name: 'Select Robin Ellis' }).check();
    },
    send: (page) => page.getByRole('button', { name: 'Authenticate', exact: true }).dblclick(),
    done: (page) => expect(page.getByText('Patients authenticated successfully')).toBeVisible(),
  },
  {
    label: 'Sending Invitation...',
    operation: 'POST /booking/send-invitation',
    async prepare(page) {
      await job.openSection(page, 'Booking / Order Kits');
      await page.getByRole('tab', { name: 'Booked Appointments' }).click();
      await page.getByRole('button', { name: 'Book Robin Ellis', exact: true }).click();
      await job.fillIn(page.getByRole('dialog', { name: 'Book Appointment' }), [
        ['Provider Type', 'Physician'],
        ['Time Slot', 'The only slot'],
        ['Meet Link', 'https://meet.example.com/once'],
      ]);
    },
    async send(page) {
      await page.getByLabel('Meet Link').focus();
      await holdEnter(page);
    },
    async done(page) {
      await expect(page.getByText('Invitation sent successfully!')).toBeVisible();
      const made = (await rowsOf(page, 'appointments')).filter((row) => row.time_slot === 'The only slot');
      expect(made).toHaveLength(1);
    },
  },
];

for (const { label, operation, prepare, send, done } of busyStates) {
  test(`whoever reloads at “${label}” can begin again, and a double press sends once: ${operation}`, async ({
    page,
  }) => {
    await openDashboard(page);
    await prepare(page);
    await slowly(page, operation);
    await send(page);
    await expect(page.getByRole('button', { name: label })).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^Hey, /)).toBeVisible();
    await mockReady(page);
    await expect(page.getByRole('button', { name: label })).toHaveCount(0);
    await prepare(page);
    await send(page);
    await done(page);
    expect(await timesServed(page, operation)).toBe(1);
  });
}

test('Enter held down logs in once, and Back and Forward lead there and back', async ({ page }) => {
  await page.goto('info');
  await page.goto('login');
  await mockReady(page);
  await page.evaluate(() => window.__mock?.latency(300, 300));
  await job.fillIn(page, [
    ['Email', 'provider@kitwell.test'],
    ['Password', 'Provider1!'],
  ]);
  await holdEnter(page);
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  expect(await timesServed(page, 'POST /auth/login')).toBe(1);
  await job.openSection(page, 'Booking / Order Kits');
  await page.goto('info');
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Booking / Order Kits');
  await page.goForward();
  await expect(page.locator('h1')).toHaveText(/^Your clinic/);
});

test('two tabs that save the same rows at the same time store them once', async ({
  page,
  context,
  noise,
}) => {
  noise.allowStatus(400);
  await openDashboard(page);
  await pastePatient(page);
  const second = await context.newPage();
  await second.goto('dashboard');
  await expect(second.getByLabel('Name, row 1', { exact: true })).toHaveValue('Ada Byron');
  await mockReady(second);
  for (const tab of [page, second]) await tab.evaluate(() => window.__mock?.latency(4000, 4000));
  for (const tab of [page, second]) await tab.getByRole('button', { name: 'Save All' }).click();
  await expect(page.getByText('Patients added successfully')).toBeVisible();
  await expect(
    second.getByText('a patient with the email ada.byron@example.com already exists').first(),
  ).toBeVisible();
  expect(await adas(second)).toHaveLength(1);
});

test('Enter held down in a dialog sends it once, and does not open it again', async ({ page }) => {
  await openDashboard(page);
  await job.openSection(page, 'Booking / Order Kits');
  await page.getByRole('tab', { name: 'Booked Appointments' }).click();
  await page.getByRole('button', { name: 'Book Robin Ellis', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Book Appointment' });
  await job.fillIn(dialog, [
    ['Provider Type', 'Physician'],
    ['Time Slot', 'The only slot'],
    ['Meet Link', 'https://meet.example.com/once'],
  ]);
  await page.keyboard.down('Enter');
  await expect(page.getByText('Invitation sent successfully!')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Book Robin Ellis', exact: true })).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(dialog).toHaveCount(0);
  expect(await timesServed(page, 'POST /booking/send-invitation')).toBe(1);
});
