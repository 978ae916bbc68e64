import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, rowsOf } from '@tests/support/mock-control';

test.use({ timezoneId: 'America/Los_Angeles' });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Book Appointment' });
const booked = (page: Page) => page.getByRole('region', { name: 'Booked Appointments' });

/** Opens "Booking / Order Kits" at noon in Los Angeles on Nov 23, 2026. */
async function openOrders(page: Page): Promise<void> {
  await page.goto('dashboard?mock.as=provider&mock.start=2026-11-23T20:00:00Z');
  await job.openSection(page, 'Booking / Order Kits');
}

async function openBooked(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Booked Appointments' }).click();
  await expect(booked(page).getByRole('heading', { name: 'Tomorrow' })).toBeVisible();
}

test('a new appointment comes into view on a phone, and goes into a calendar', async ({ page }) => {
  await openOrders(page);
  await openBooked(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Book Robin Ellis' }).click();
  await job.fillIn(dialog(page), [
    ['Provider Type', 'Physician'],
    ['Time Slot', '2026-11-26 08:00 - 08:30'],
    ['Meet Link', 'https://meet.example.com/robin'],
  ]);
  await dialog(page).getByRole('button', { name: 'Send Invitation' }).click();
  const card = booked(page)
    .getByRole('listitem')
    .filter({ has: page.getByText('New', { exact: true }) });
  await expect(card).toBeInViewport({ ratio: 1 });
  await expect(card).toContainText('Thu, Nov 26 · 8:00–8:30 AM PST');
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Add to calendar' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toContain('\r\nDTSTART:20261126T160000Z\r\nDTEND:20261126T163000Z\r\n');
});

test('a field with an error is in view in its dialog, with its message', async ({ page }) => {
  await openOrders(page);
  await page.getByRole('button', { name: 'Book appointment for Robin Ellis' }).click();
  await page.setViewportSize({ width: 390, height: 560 });
  await job.fillIn(dialog(page), [
    ['Provider Type', 'Physician'],
    ['Date', '2099-03-08'],
    ['Start Time', '10:00'],
    ['End Time', '09:00'],
    ['Meet Link', 'https://meet.example.com/robin'],
  ]);
  const send = dialog(page).getByRole('button', { name: 'Send Invitation' });
  const expectInView = async (field: string, message: string) => {
    await expect(dialog(page).getByLabel(field)).toBeFocused();
    await expect(dialog(page).getByLabel(field)).toBeInViewport({ ratio: 1 });
    // The list of errors at the top has the same text, as a link.
    await expect(dialog(page).locator('[data-field-error]', { hasText: message })).toBeInViewport({
      ratio: 1,
    });
  };
  await send.click();
  await expectInView('End Time', 'The end time is before the start time.');
  await job.fillIn(dialog(page), [
    ['Start Time', '02:30'],
    ['Meet Link', 'https://meet.example.com/robin/2'],
  ]);
  await send.click();
  await expectInView(
    'Start Time',
    '2:30 AM doesn’t exist on Sun, Mar 8, 2099, because clocks go forward. The next valid time is 3:00 AM.',
  );
  await job.fillIn(dialog(page), [
    ['Provider Type', ''],
    ['Start Time', '08:00'],
    ['Meet Link', 'https://meet.example.com/robin/3'],
  ]);
  await send.click();
  await expectInView('Provider Type', 'Enter a provider type.');
});

test('a long email address is one line of the table with all of it in its tooltip, and whole on a card, at every width', async ({
  page,
}) => {
  const email = 'bartholomew.featherstonehaugh@northshore-diagnostics.example.org';
  await openOrders(page);
  await mockReady(page);
  const robin = (await rowsOf(page, 'patients')).find((row) => row.patient_name === 'Robin Ellis');
  await page.evaluate(([id, patient_email]) => window.__mock?.db.patch('patients', id, { patient_email }), [
    String(robin?.patient_id),
    email,
  ] as const);
  await page.reload();
  await openBooked(page);
  const places = [
    page.getByRole('table', { name: 'Patients to book' }).getByText(email),
    booked(page).getByText(email).first(),
  ];
  for (const width of [320, 390, 640, 768, 1343, 1344, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const place of places) {
      await expect(place).toBeVisible();
      const styles = await place.evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const cut = element.closest<HTMLElement>('.listing-email');
        const isCut = cut !== null && getComputedStyle(cut).overflowX === 'hidden';
        const [box, around] = [isCut ? cut : text, element.closest('td, li')].map((part) =>
          part?.getBoundingClientRect(),
        );
        return {
          lines: Math.round((box?.height ?? 0) / Number.parseFloat(getComputedStyle(element).lineHeight)),
          isReadable: isCut
            ? cut.title === element.textContent
            : (box?.height ?? 0) <= (element.closest('.listing-text, p')?.clientHeight ?? 0) + 2,
          isInside: (box?.left ?? 0) >= (around?.left ?? 0) && (box?.right ?? 0) <= (around?.right ?? 0),
          isOnScreen: (box?.left ?? 0) >= 0 && (box?.right ?? 0) <= innerWidth,
        };
      });
      expect(styles, `${width} px`).toMatchObject({ isReadable: true, isInside: true, isOnScreen: true });
      expect(styles.lines, `lines at ${width} px`).toBeLessThanOrEqual(5);
    }
  }
});
