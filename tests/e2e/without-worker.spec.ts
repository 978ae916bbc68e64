import type { Page } from '@playwright/test';
import { test as base, expect } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';

/** Fails if a call of the product reaches the network: the page must answer all of them, also those at its start. */
const test = base.extend<{ answeredInPage: undefined }>({
  answeredInPage: [
    async ({ context }, use) => {
      const sent: string[] = [];
      context.on('request', (request) => {
        if (/\/api\/|:8000\//.test(request.url())) sent.push(`${request.method()} ${request.url()}`);
      });
      await use(undefined);
      expect(sent, 'no call leaves the page').toEqual([]);
    },
    { auto: true },
  ],
});

test.use({
  actionTimeout: 10_000,
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP kitwell.lan 127.0.0.1'],
    }),
});

const badge = (page: Page) => page.getByRole('button', { name: 'Demo data, no service worker', exact: true });

/** A visit to the demo with the parts that leave the page: chat, checkout and reload. */
async function expectWorks(page: Page): Promise<void> {
  await test.step('the chat answers', async () => {
    await page.goto('.');
    await page.getByRole('button', { name: /^For Patients/ }).click();
    const chat = page.getByRole('dialog', { name: /^Chat with/ });
    await chat.getByLabel('Message').fill('How do I sign up?');
    await chat.getByLabel('Message').press('Enter');
    await expect(chat.getByRole('log')).toContainText('Choose Sign Up, then Provider.');
  });

  await test.step('the badge says it', async () => {
    await job.logIn(page, demoProvider);
    await expect(badge(page)).toBeVisible();
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
}

test.describe('over http on a host of the local network', () => {
  test.use({
    baseURL: async ({ baseURL }, use) => use(baseURL?.replace('//localhost', '//kitwell.lan')),
  });
  test.beforeEach(({ noise }) => noise.allow(/Cross-Origin-Opener-Policy header has been ignored/));

  test('the demo works', async ({ page }) => {
    await page.goto('.');
    // Otherwise the browser counts the host as secure, and this test shows nothing.
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await expectWorks(page);
  });
});
