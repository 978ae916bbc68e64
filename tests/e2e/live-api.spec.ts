import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type MockProcess, startMockProcess } from '@tests/mocks/http/mock-process';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';
import { type ServedBuild, serveBuild } from '../../scripts/build/serve-build';
import { run } from '../../scripts/lib/run';

const BUILD = '.cache/dist-live';
const DATA = '.cache/live-data';

let mock: MockProcess;
let app: ServedBuild;

const startMock = (PORT: string) => startMockProcess({ PORT, MOCK_STORAGE: `fs:${DATA}` });

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  rmSync(DATA, { recursive: true, force: true });
  mock = await startMock('0');
  const env = { VITE_API_URL: mock.url, VITE_CHAT_URL: mock.url, VITE_MOCK_VISITORS: '1' };
  const built = await run('tsx', ['scripts/build.ts', '--out', BUILD], { env });
  expect(built.output).toContain('production build');
  app = await serveBuild({ dir: BUILD, compressed: false });
});

test.afterAll(async () => {
  await app?.close();
  await mock?.stop();
  rmSync(DATA, { recursive: true, force: true });
});

test.beforeEach(({ noise }) => {
  // This build may contact its own server and the API; any other host still fails the test.
  for (const url of [app.url, `${mock.url}/`])
    noise.allow(new RegExp(`^foreign host contacted: [A-Z]+ ${url}`));
});

const row = {
  name: 'Ada Park',
  email: 'ada.park@example.com',
  phone: '+1 206 555 0133',
  age: '29',
} as const;

async function addPatient(page: Page) {
  for (const [column, text] of Object.entries(row)) {
    await page.getByLabel(new RegExp(`^${column}, row 1$`, 'i')).fill(text);
  }
  await page.getByRole('button', { name: /^Address, row 1:/ }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, text] of [
    ['Street', '12 Pine Street'],
    ['City', 'Seattle'],
    ['Postal Code', '98101'],
    ['State', 'WA'],
    ['Country', 'USA'],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Save All' }).click();
  await expect(page.getByText('Patients added successfully')).toBeVisible();
}

async function expectPatient(page: Page, { name, email }: { name: string; email: string } = row) {
  await job.openUpdatePatients(page);
  await page.getByLabel('Search by name, email or phone').fill(email);
  await expect(job.patientTable(page)).toContainText(name);
}

test('the production build works against a real API, which keeps its data over a restart', async ({
  page,
  noise,
}) => {
  test.setTimeout(90_000);

  await test.step('a broken connection shows an error, and the next try logs in', async () => {
    await page.goto(`${app.url}login`);
    await job.fillIn(page, [
      ['Email', demoProvider.email],
      ['Password', demoProvider.password],
    ]);
    const broken = { operation: 'POST /auth/login', branch: 'network', times: 1 };
    await page.request.post(`${mock.url}/__mock/set`, { data: broken });
    noise.allowNetworkFailure();
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('Server error. Please try again later').first()).toBeVisible();
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('Hey, Harbor Street Clinic')).toBeVisible();
  });

  await test.step('a patient is added', () => addPatient(page));

  await test.step('and is there after a reload', async () => {
    await page.reload();
    await expectPatient(page);
  });

  await test.step('and after a restart of the API', async () => {
    const { port } = new URL(mock.url);
    expect((await mock.stop()).code).toBe(0);
    mock = await startMock(port);
    await page.reload();
    await expectPatient(page);
  });

  await test.step('no mock and no worker is in this build', async () => {
    expect(await page.evaluate(() => '__mock' in window)).toBe(false);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
  });
});

test('the control room of the server decides what the app gets, and the server has the checkout of the card', async ({
  page,
  context,
  noise,
}) => {
  test.setTimeout(90_000);
  const room = await context.newPage();
  await room.goto(`${mock.url}/__mock/`);
  await room.getByRole('button', { name: 'Load new-clinic' }).click();
  await room.getByRole('button', { name: 'Yes, load new-clinic' }).click();
  await expect(room.getByText('“new-clinic” is loaded.')).toBeVisible();
  const answer = room.getByRole('combobox', { name: 'Answer of POST /payment/create-checkout-session' });
  // The room shows a choice before the server has it.
  const choose = async (option: string) => {
    const response = room.waitForResponse(/\/__mock\/(set|clear)$/);
    await answer.selectOption(option);
    await response;
  };
  await choose('500');
  await expect(room.getByText('1 answer overridden.')).toBeVisible();

  await page.goto(`${app.url}login`);
  await job.typeLogin(page, demoProvider);
  const addCard = page.getByRole('button', { name: 'Add card details' });
  noise.allowStatus(500);
  await addCard.click();
  await expect(page.getByText('Failed to process payment!')).toBeVisible();
  await room.getByRole('tab', { name: 'Requests' }).click();
  const requests = room.getByRole('list', { name: 'Requests, newest first' });
  // Reads of the dashboard may come later.
  await expect(
    requests.getByRole('listitem').filter({ hasText: '/payment/create-checkout-session500500' }),
  ).toBeVisible();
  await room.getByRole('tab', { name: 'Scenarios' }).click();
  await choose('No override');

  await addCard.click();
  await expect(page.getByText('For Harbor Street Clinic')).toBeVisible();
  expect(page.url()).toContain(`${mock.url}/__mock/checkout?`);
  await page.getByRole('button', { name: 'Pay with the test card' }).click();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  // The next step: the lab.
  await expect(page).toHaveURL(`${app.url}dashboard?section=clinicProfile`);
  await page.getByRole('button', { name: /^Hey, / }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit Card Details' })).toBeVisible();

  await test.step('rows are edited, and undone', async () => {
    await room.getByRole('tab', { name: 'Data' }).click();
    await room.getByRole('combobox', { name: 'Table' }).selectOption('cards');
    await room.getByRole('button', { name: 'C001' }).click();
    await room.getByRole('button', { name: 'Remove row' }).click();
    await room.getByRole('button', { name: 'Yes, remove row' }).click();
    await expect(room.getByText('0 rows. C001 removed.')).toBeVisible();
    await room.getByRole('tab', { name: 'History' }).click();
    await room.getByRole('button', { name: 'Undo' }).click();
    await expect(room.getByText('1 undone')).toBeVisible();
    await room.getByRole('tab', { name: 'Data' }).click();
    await room.getByRole('combobox', { name: 'Table' }).selectOption('cards');
    await expect(room.getByRole('button', { name: 'C001' })).toBeVisible();
  });
});

test('nothing that the production build does offends its own security policy', async ({ page, request }) => {
  // The fixture fails on CSP violations; this test visits everything that uses markup, styles or workers.
  test.setTimeout(90_000);
  const headers = (await request.get(app.url)).headers();
  expect(headers['content-security-policy']).not.toContain('unsafe');

  await test.step('the carousel and the chat', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(app.url);
    await page
      .getByRole('heading', { name: 'Providers Can Work With Us to Deliver Care' })
      .scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'For Patients: AI Diagnosis & Easy Provider Booking!' }).click();
    await page.getByRole('button', { name: 'PROVIDER', exact: true }).click();
    await page.getByLabel('Message').fill('How do I sign up?');
    await page.getByLabel('Message').press('Enter');
    await expect(page.getByRole('log')).toContainText('Choose Sign Up');
  });

  await test.step('the worker that reads a file', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${app.url}login`);
    await job.typeLogin(page, demoProvider);
    await page.getByRole('button', { name: 'Import Patients from File' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload File' }).click();
    await (await chooser).setFiles('tests/fixtures/import/bad-cells.xlsx');
    await page.getByRole('button', { name: /to the grid$/ }).click();
  });

  await test.step('a kit’s description, which is HTML', async () => {
    await page.getByRole('button', { name: /^Hey, / }).click();
    await page.getByRole('menuitem', { name: 'Kits Information' }).click();
    await page.getByRole('button', { name: 'Essential 2 Panel', exact: true }).click();
    await expect(page.locator('.rich-text')).not.toBeEmpty();
  });
});

test('text that was not cleaned becomes neither HTML nor code in the production build', async ({
  browser,
}) => {
  // A page that the noise fixture does not observe, because this test violates the CSP on purpose.
  const page = await browser.newPage();
  await page.goto(`${app.url}about-us`);
  const rejected = await page.evaluate(() => {
    const isRejected = (attempt: () => unknown) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    };
    return {
      html: isRejected(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')),
      worker: isRejected(() => new Worker('https://evil.example/x.js')),
      policy: isRejected(() => Reflect.get(window, 'trustedTypes').createPolicy('mine', {})),
    };
  });
  expect(rejected).toEqual({ html: true, worker: true, policy: true });
  await page.close();
});
