import { expect, type Page } from '@playwright/test';
import { mockReady } from './mock-control';
import { pasteText } from './paste-text';

/** Opens the demo's dashboard as the provider, and waits for the mock backend; `query` begins with `&`. */
export async function openDashboard(page: Page, query = ''): Promise<void> {
  await page.goto(`dashboard?mock.as=provider${query}`);
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  await mockReady(page);
}

export const firstName = (page: Page) => page.getByLabel('Name, row 1', { exact: true });

/** Pastes a row from a spreadsheet into the grid. */
export async function pastePatient(page: Page, cells: readonly string[]): Promise<void> {
  const first = firstName(page);
  await first.click();
  await pasteText(page, cells.join('\t'));
  await expect(first).toHaveValue(cells[0] ?? '');
}

/** Simulates a held-down key: pressed once and repeated by the keyboard. */
export async function holdEnter(page: Page): Promise<void> {
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
}

/** A patient who is not in the demo data, in the order of the grid's columns. */
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
