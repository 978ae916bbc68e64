import type { Page } from '@playwright/test';
import { firstName, openDashboard } from '@tests/support/at-the-keyboard';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady } from '@tests/support/mock-control';

/** A page that stays open while a new version is deployed. */

/** Keeps the page from fetching its other parts early, as on a slow line. */
const fetchNothingEarly = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
  });

test.describe('after a deploy has removed the files of the open version', () => {
  test.beforeEach(({ noise }) => {
    noise.allowStatus(404);
    // React logs what an error boundary catches.
    noise.allow(/^unhandled: GET \S+\/assets\/\S+ 404/, /Failed to fetch dynamically imported module/);
  });

  /** Removes the open version's files. Only a page that is loaded again gets files: those of the new version. */
  async function deploy(page: Page): Promise<void> {
    let isNew = false;
    page.on('request', (request) => {
      isNew ||= request.isNavigationRequest() && request.frame() === page.mainFrame();
    });
    await page
      .context()
      .route('**/assets/**', (route) =>
        isNew ? route.fallback() : route.fulfill({ status: 404, body: '' }),
      );
  }

  test('a section offers to reload after midnight, and the rows that were typed and not saved are still there', async ({
    page,
  }) => {
    await fetchNothingEarly(page);
    await page.clock.install({ time: '2026-11-23T23:58:00' });
    await openDashboard(page);
    await firstName(page).fill('Ada Byron');
    await page.clock.fastForward('03:00');
    await deploy(page);
    await job.openSection(page, 'Booking / Order Kits');
    const broken = page.getByRole('main').getByRole('alert');
    await expect(broken).toContainText('Everything you saved is safe.');
    await broken.getByRole('button', { name: 'Retry' }).click();
    await expect(broken.getByRole('link', { name: 'Reload the page' })).toBeVisible();

    await test.step('what is loaded works on', async () => {
      await job.openSection(page, 'Patients');
      await expect(firstName(page)).toHaveValue('Ada Byron');
      await page.getByLabel('Email, row 1', { exact: true }).fill('ada.byron@example.com');
      await job.openSection(page, 'Booking / Order Kits');
    });

    await broken.getByRole('link', { name: 'Reload the page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Booking / Order Kits' })).toBeVisible();
    await job.openSection(page, 'Patients');
    await expect(firstName(page)).toHaveValue('Ada Byron');
    await expect(page.getByLabel('Email, row 1', { exact: true })).toHaveValue('ada.byron@example.com');
  });

  test('a page offers to reload the next morning, and a sign-up that was begun keeps what was typed', async ({
    page,
  }) => {
    const typed = job.clinicEntries.filter(([label]) => !label.includes('Password'));
    const expectTyped = async () => {
      for (const [label, text] of typed)
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
    };
    await page.clock.install({ time: '2026-11-23T18:00:00' });
    await page.goto('provider-signup');
    await mockReady(page);
    await job.fillIn(page, typed);
    await page.clock.fastForward('15:00:00');
    await deploy(page);
    await page.getByRole('link', { name: 'Log In' }).first().click();
    const missing = page.getByRole('alert').filter({ hasText: 'This page didn’t load.' });
    await expect(missing).toBeVisible();
    await page.goBack();
    await expectTyped();
    await page.getByRole('link', { name: 'Log In' }).first().click();
    await missing.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    await page.goBack();
    await expectTyped();
  });
});

test('a section that could not be loaded while the connection was gone loads with Retry', async ({
  page,
  noise,
}) => {
  noise.allow(/net::ERR_FAILED/, /Failed to fetch dynamically imported module/);
  await fetchNothingEarly(page);
  await openDashboard(page);
  await firstName(page).fill('Ada Byron');
  await page.context().route('**/assets/**', (route) => route.abort());
  await job.openSection(page, 'Booking / Order Kits');
  const broken = page.getByRole('main').getByRole('alert');
  await expect(broken).toBeVisible();
  await page.context().unroute('**/assets/**');
  await broken.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Booking / Order Kits' })).toBeVisible();
  await job.openSection(page, 'Patients');
  await expect(firstName(page)).toHaveValue('Ada Byron');
});
