import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';

/** Slows down the closing animation, so that the test acts during it. */
async function closeSlowly(page: Page): Promise<void> {
  // A dialog that is still opening would close immediately.
  await expect(page.locator('.dialog-popup')).toHaveCSS('opacity', '1');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.02 });
  await page.keyboard.press('Escape');
  await expect(backdrop(page)).toHaveAttribute('data-closed');
}

const backdrop = (page: Page) => page.locator('.dialog-backdrop');

/** Clicks the middle of a control, even if it is covered. */
async function clickAt(page: Page, control: Locator): Promise<void> {
  const box = await control.boundingBox();
  if (box === null) throw new Error(`${control} is not on the screen.`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Presses twice in the same place, as fast as a double click. */
async function doubleClickAt(page: Page, control: Locator): Promise<void> {
  const box = await control.boundingBox();
  if (box === null) throw new Error(`${control} is not on the screen.`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down({ clickCount: 1 });
  await page.mouse.up({ clickCount: 1 });
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

const stillFading = (page: Page) => expect(backdrop(page)).toBeVisible();

test.describe('while it fades out', () => {
  test('a dialog lets a click through to the page, which keeps the focus', async ({ page }) => {
    await page.goto('dashboard?mock.as=provider');
    await job.openSection(page, 'Booking / Order Kits');
    await page.getByRole('button', { name: 'Book appointment for Robin Ellis' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await closeSlowly(page);
    const search = page.getByRole('searchbox').first();
    await clickAt(page, search);
    await stillFading(page);
    await page.keyboard.type('Robin');
    await expect(search).toHaveValue('Robin');
    await expect(search).toBeFocused();
  });

  test('a question lets a click through to the page', async ({ page }) => {
    await page.goto('dashboard?mock.as=patient');
    await page.getByLabel('City').fill('Tacoma');
    await page.getByRole('main').getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await closeSlowly(page);
    await clickAt(page, page.locator('main').locator('button[type="submit"]'));
    await expect(page.locator('[role="alertdialog"][data-open]')).toBeVisible();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('the drawer lets a click through to the page', async ({ page }) => {
      await page.goto('dashboard?mock.as=provider');
      await page.getByRole('button', { name: 'Open navigation' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await closeSlowly(page);
      await clickAt(page, page.getByRole('tab', { name: 'Update Patients' }));
      await stillFading(page);
      await expect(page.getByRole('tab', { name: 'Update Patients' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
    });
  });
});

test('a double click opens a dialog, and its second press closes none', async ({ page }) => {
  await page.goto('dashboard?mock.as=provider');
  await job.openSection(page, 'Booking / Order Kits');
  await doubleClickAt(page, page.getByRole('button', { name: 'Book appointment for Robin Ellis' }));
  await expect(page.locator('.dialog-popup')).toHaveCSS('opacity', '1');
  await expect(page.getByRole('dialog')).not.toHaveAttribute('data-closed');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a section that was left is gone in the same moment in which the next one is there', async ({
  page,
}) => {
  await page.goto('dashboard?mock.as=provider');
  const next = page.getByRole('tab', { name: 'Update Patients' });
  const shown = await next.evaluate(async (tab: HTMLElement) => {
    tab.click();
    // React has rendered at this point, but the browser has not painted.
    await Promise.resolve();
    return [...document.querySelectorAll('main [role="tabpanel"]')].filter((panel) => panel.checkVisibility())
      .length;
  });
  expect(shown).toBe(1);
});
