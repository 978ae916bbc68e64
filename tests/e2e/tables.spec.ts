import type { Locator, Page } from '@playwright/test';
import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';

const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };

const openAuthenticate = (page: Page) => job.openSection(page, 'Booking / Order Kits');
const openBooking = async (page: Page) => {
  await openAuthenticate(page);
  await page.getByRole('tab', { name: 'Booked Appointments' }).click();
};

const lists: readonly (readonly [table: string, open: (page: Page) => Promise<void>])[] = [
  ['Patients', job.openUpdatePatients],
  ['Patients to authenticate', openAuthenticate],
  ['Patients to book', openBooking],
];

const patientRows = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody:not([aria-hidden]) tr');

const heightsOf = (rows: Locator) =>
  rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));

/** How many rows are on the screen from their top to their bottom. */
const wholeOnScreen = (rows: Locator) =>
  rows.evaluateAll((all) => {
    const scroller = all[0]?.closest('.listing-scroller')?.getBoundingClientRect();
    const head = all[0]?.closest('table')?.tHead?.getBoundingClientRect();
    const end = Math.min(innerHeight, scroller?.bottom ?? 0);
    return all.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= (head?.bottom ?? 0) - 1 && bottom <= end + 1;
    }).length;
  });

test('a long patient list keeps its header in sight, and becomes cards on a phone', async ({ page }) => {
  await openDashboard(page, '&mock.patients=120');
  await job.openUpdatePatients(page);
  const table = job.patientTable(page);
  const header = table.getByRole('columnheader', { name: 'Phone' });
  await expect(table.getByText('Robin Ellis')).toBeVisible();
  await table.hover();
  await page.mouse.wheel(0, 3000);
  await expect(table.getByText('Robin Ellis')).toHaveCount(0);
  await expect(header).toBeInViewport();
  await page.setViewportSize(phone);
  await expect(table.locator('tbody:not([aria-hidden]) tr').first()).toHaveCSS('display', 'grid');
  await expect(header).not.toBeInViewport();
});

test('every list has twelve rows of 44 to 48 px on a desktop, and one card of about 88 px per patient on a phone', async ({
  page,
}) => {
  await openDashboard(page);
  for (const [table, open] of lists) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page);
    const rows = patientRows(page, table);
    await expect(rows).toHaveCount(24);
    expect(await wholeOnScreen(rows), table).toBeGreaterThanOrEqual(12);
    // The appointments beside the patients to book may be longer than the window; the lists themselves are not.
    if (table !== 'Patients to book')
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight))
        .toBeLessThanOrEqual(0);
    for (const [size, least, most] of [
      [{ width: 1440, height: 900 }, 44, 48],
      [tablet, 44, 48],
      [phone, 80, 104],
    ] as const) {
      await page.setViewportSize(size);
      await expect
        .poll(async () => (await heightsOf(rows)).filter((height) => height < least || height > most), {
          message: `${table} at ${size.width} px`,
        })
        .toEqual([]);
    }
    await expect(rows.first().locator('td[data-card="title"]')).toBeVisible();
    await expect(rows.first().getByRole('button').first()).toBeInViewport();
  }

  // A selected row is tinted, and the selection bar stays in view on a phone.
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAuthenticate(page);
  const authenticate = patientRows(page, 'Patients to authenticate');
  const tint = (row: number) =>
    authenticate.nth(row).evaluate((one) => getComputedStyle(one).backgroundColor);
  const plain = await tint(1);
  await authenticate.nth(1).getByRole('checkbox').check();
  await page.mouse.move(0, 0);
  await expect.poll(() => tint(1)).not.toBe(plain);
  expect(await tint(2)).toBe(plain);
  await page.setViewportSize(phone);
  await authenticate.last().scrollIntoViewIfNeeded();
  await expect(page.getByText('1 selected')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Authenticate', exact: true })).toBeInViewport();
});

test('a page begins with a link past its navigation, and Save All stays in view beside a long grid', async ({
  page,
}) => {
  await openDashboard(page);
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const blankRows = page
    .getByRole('table', { name: 'New patients' })
    .getByRole('row')
    .filter({ has: page.getByRole('textbox') });
  await page.setViewportSize(tablet);
  await expect.poll(async () => (await heightsOf(blankRows)).filter((height) => height > 48)).toEqual([]);
  await expect(blankRows).toHaveCount(10);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (let row = 0; row < 15; row += 1) await page.getByRole('button', { name: 'Add row' }).click();
  const save = page.getByRole('button', { name: 'Save All' });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(save).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(phone);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(save).toBeInViewport({ ratio: 1 });
});

test('a long address pushes Save and Cancel nowhere', async ({ page }) => {
  await openDashboard(page);
  await job.openUpdatePatients(page);
  const table = job.patientTable(page);
  await table.getByRole('button', { name: 'Edit Robin Ellis' }).click();
  await table.getByRole('button', { name: /^Address: / }).click();
  const dialog = page.getByRole('dialog', { name: 'Address' });
  await dialog.getByLabel('Street', { exact: true }).fill('12 Long Street with many words, '.repeat(12));
  await dialog.getByRole('button', { name: 'Done' }).click();
  for (const size of [{ width: 1440, height: 900 }, tablet, phone]) {
    await page.setViewportSize(size);
    for (const name of ['Save', 'Cancel']) {
      const button = table.getByRole('button', { name, exact: true });
      await button.scrollIntoViewIfNeeded();
      await expect(button, `${name} at ${size.width} px`).toBeInViewport({ ratio: 1 });
    }
    const sideways = await table.evaluate(({ parentElement }) =>
      parentElement === null ? 0 : parentElement.scrollWidth - parentElement.clientWidth,
    );
    expect(sideways, `at ${size.width} px`).toBeLessThanOrEqual(0);
  }
});
