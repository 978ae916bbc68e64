import { rmSync } from 'node:fs';
import { type MockProcess, startMockProcess } from '@tests/mocks/http/mock-process';
import { expect, test } from '@tests/support/e2e';
import { run } from '../../scripts/lib/run';
import { type ServedBuild, serveBuild } from '../../scripts/lib/serve-build';

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
  const env = { VITE_API_URL: mock.url, VITE_CHAT_URL: mock.url };
  const built = await run('tsx', ['scripts/build.ts', '--out', BUILD], { env });
  expect(built.output).toContain('production build');
  app = await serveBuild({ dir: BUILD });
});

test.afterAll(async () => {
  await app?.close();
  await mock?.stop();
  rmSync(DATA, { recursive: true, force: true });
});

test.beforeEach(({ noise }) => {
  // Its own server and the API's are the two hosts that this build may talk to; any other still fails the test.
  for (const url of [app.url, `${mock.url}/`])
    noise.allow(new RegExp(`^foreign host contacted: [A-Z]+ ${url}`));
});

const row = {
  name: 'Ada Park',
  email: 'ada.park@example.com',
  phone: '+1 206 555 0133',
  age: '29',
} as const;

test('the production build works against a real API, which keeps its data over a restart', async ({
  page,
  noise,
}) => {
  test.setTimeout(90_000);

  await test.step('a broken connection is told, and the next try logs in', async () => {
    await page.goto(`${app.url}login`);
    await page.getByLabel('Email').fill('provider@kitwell.test');
    await page.getByLabel('Password', { exact: true }).fill('Provider1!');
    const broken = { operation: 'POST /auth/login', branch: 'network', times: 1 };
    await page.request.post(`${mock.url}/__mock/set`, { data: broken });
    noise.allowNetworkFailure();
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('Server error. Please try again later').first()).toBeVisible();
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('Hey, Harbor Street Clinic')).toBeVisible();
  });

  await test.step('a patient is added', async () => {
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
  });

  const expectPatient = async () => {
    await page.getByRole('tab', { name: 'Update Patients' }).click();
    await page.getByLabel('Search by patient name or email').fill(row.email);
    await expect(page.getByRole('table', { name: 'Patients' })).toContainText(row.name);
  };

  await test.step('and is there after a reload', async () => {
    await page.reload();
    await expectPatient();
  });

  await test.step('and after the API was started anew', async () => {
    const { port } = new URL(mock.url);
    expect((await mock.stop()).code).toBe(0);
    mock = await startMock(port);
    await page.reload();
    await expectPatient();
  });

  await test.step('no mock and no worker is in this build', async () => {
    expect(await page.evaluate(() => '__mock' in window)).toBe(false);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
  });
});
