import { expect, test } from '@tests/support/e2e';

test('a long patient list keeps its header in sight, and becomes cards on a phone', async ({ page }) => {
  await page.goto('dashboard?mock.as=provider&mock.patients=120');
  await page.getByRole('tab', { name: 'Update Patients' }).click();
  const table = page.getByRole('table', { name: 'Patients', exact: true });
  const header = table.getByRole('columnheader', { name: 'Phone' });
  await expect(table.getByText('Robin Ellis')).toBeVisible();
  await table.hover();
  await page.mouse.wheel(0, 3000);
  await expect(table.getByText('Robin Ellis')).toHaveCount(0);
  await expect(header).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  const cell = table.locator('tbody td[data-label="Phone"]').first();
  await expect(cell).toHaveCSS('display', 'flex');
  await expect(header).not.toBeInViewport();
});

test('a page begins with a link past its navigation', async ({ page }) => {
  await page.goto('dashboard?mock.as=provider');
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
