import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';

test.use({
  actionTimeout: 10_000,
  baseURL: async ({ baseURL }, use) => use(baseURL?.replace('//localhost', '//kitwell.lan')),
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP kitwell.lan 127.0.0.1'],
    }),
});

test('the demo works over http on a host of the local network, also where it leaves the page', async ({
  page,
  noise,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/|:8000\//.test(request.url())) sent.push(`${request.method()} ${request.url()}`);
  });
  noise.allow(/Cross-Origin-Opener-Policy header has been ignored/);
  await page.goto('.');
  // Otherwise the browser counts the host as secure, and this test shows nothing.
  expect(await page.evaluate(() => isSecureContext)).toBe(false);

  await test.step('the chat answers', async () => {
    await page.getByRole('button', { name: /^For Patients/ }).click();
    const chat = page.getByRole('dialog', { name: /^Chat with/ });
    await chat.getByLabel('Message').fill('How do I sign up?');
    await chat.getByLabel('Message').press('Enter');
    await expect(chat.getByRole('log')).toContainText('Choose Sign Up, then Provider.');
  });

  await test.step('the badge says it', async () => {
    await job.logIn(page, demoProvider);
    const badge = { name: 'Demo data, no service worker', exact: true };
    await expect(page.getByRole('button', badge)).toBeVisible();
  });

  await test.step('a card is stored on the checkout page', async () => {
    await job.chooseInAccountMenu(page, 'Edit Card Details');
    await page.getByRole('button', { name: 'Pay with the test card' }).click();
    await expect(page.getByRole('heading', { name: 'Payment method saved successfully!' })).toBeVisible();
  });

  await test.step('a patient is added, and still there after a reload', async () => {
    await page.goto('dashboard');
    await job.importIntoGrid(page);
    await job.saveAll(page);
    await expect(page.getByText('Patients added successfully')).toBeVisible();
    await page.reload();
    await job.openUpdatePatients(page);
    const list = job.patientTable(page);
    await expect(list.getByText(job.patient.name)).toBeVisible();
  });
  expect(sent, 'no call reaches the network: the page answers all of them').toEqual([]);
});
