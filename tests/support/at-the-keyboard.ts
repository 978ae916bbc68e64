import { expect, type Page } from '@playwright/test';
import { pasteText } from '../../scripts/lib/paste-text';
import { mockReady } from './mock-control';

/** The dashboard of the demo provider. */
export async function openDashboard(page: Page): Promise<void> {
  await page.goto('dashboard?mock.as=provider');
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  await mockReady(page);
}

/** A row that was copied out of a spreadsheet arrives in the grid. */
export async function pastePatient(page: Page, cells: readonly string[]): Promise<void> {
  const first = page.getByLabel('Name, row 1', { exact: true });
  await first.click();
  await pasteText(page, cells.join('\t'));
  await expect(first).toHaveValue(cells[0] ?? '');
}

/** As a key that is not let go: pressed once, and repeated by the keyboard. */
export async function holdEnter(page: Page): Promise<void> {
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
}

/** A patient who is not in the demo data, in the columns of the grid. */
export const ada = {
  email: 'ada.byron@example.com',
  cells: [
    'Ada Byron',
    'ada.byron@example.com',
    '+1 555 010 0100',
    '36',
    '1 Main St',
    'Boston',
    '02101',
    'MA',
    'United States',
  ],
} as const;
