import type { Locator, Page } from '@playwright/test';
import { ada, openDashboard, pastePatient } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import { fillIn } from '@tests/support/main-job';

/** Clicks a control where it is. Playwright's own click scrolls first, as a focus does. */
async function clickInPlace(page: Page, control: Locator): Promise<void> {
  const box = await control.boundingBox();
  if (box === null) throw new Error(`${control} is not on the screen.`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

const scrollPage = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top);
const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));

test.describe('in a low window, whose page scrolls', () => {
  test.use({ viewport: { width: 768, height: 500 } });

  test('saving rows, and keys that reach a bar, leave the page where it is', async ({ page }) => {
    await openDashboard(page);
    await pastePatient(page, ada.cells);
    await scrollPage(page, 300);
    const save = page.getByRole('button', { name: 'Save All' });
    await clickInPlace(page, save);
    await expect(page.getByText('Patients added successfully')).toBeVisible();
    await expect(save).toBeFocused();
    expect(await scrollTop(page)).toBe(300);
    await page.getByRole('button', { name: /^Hey, / }).focus();
    expect(await scrollTop(page)).toBe(300);
  });
});

test('the bar with the next step does not cover the button that made it appear', async ({ page }) => {
  await openDashboard(page, '&mock.preset=new-clinic');
  await page.getByRole('button', { name: 'Add lab details' }).click();
  const form = page.getByRole('tabpanel', { name: 'Sample Testing Lab' });
  await fillIn(form, [
    ['Lab Name', 'North Shore Diagnostics'],
    ['Lab Identification Number', '22D0999999'],
    ['Phone', '+1 617 555 0142'],
    ['Street', '400 Summer Street'],
    ['City', 'Boston'],
    ['Postal Code', '02210'],
    ['State', 'MA'],
    ['Country', 'USA'],
    ['Sample drop-off instructions', 'Ring at the side door.'],
  ]);
  await scrollPage(page, 10_000);
  await clickInPlace(page, form.getByRole('button', { name: 'Save' }));
  const bar = page.locator('[data-action-bar]', { hasText: 'Next step' });
  await expect(bar).toBeVisible();
  const button = form.getByRole('button', { name: 'Update' });
  await expect(button).toBeFocused();
  const [above, below] = await Promise.all([button.boundingBox(), bar.boundingBox()]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});

test('the shadow of a table that can be scrolled is not seen through its scrollbars', async ({ page }) => {
  await openDashboard(page);
  await page.getByRole('button', { name: 'Import Patients from File' }).click();
  await page.getByLabel('Excel file').setInputFiles('tests/fixtures/import/good-25.xlsx');
  const scroller = page.locator('.listing-scroller', {
    has: page.getByRole('table', { name: 'Preview of the import' }),
  });
  await expect(scroller).toHaveCSS('background-image', /gradient/);
  // The second color is that of the track.
  await expect(scroller).toHaveCSS('scrollbar-color', /rgb\(\d+, \d+, \d+\)$/);
});
