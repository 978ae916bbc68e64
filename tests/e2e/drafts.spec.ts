import type { BrowserContext, Page } from '@playwright/test';
import { ada, firstName, openDashboard, pastePatient } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import { mockReady, rowsOf } from '@tests/support/mock-control';

const name = (page: Page, row: number) => page.getByLabel(`Name, row ${row}`, { exact: true });
const saveAll = (page: Page) => page.getByRole('button', { name: 'Save All' });
const nameCell = (page: Page, text: string) =>
  page.locator(`input[aria-label^="Name, row"][value="${text}"]`);

const openElsewhere = (page: Page) =>
  page.getByRole('heading', { name: 'Your new patients are open in another tab' });

/** Opens a second tab, which does not have the rows, and presses its button. */
async function continueInSecondTab(context: BrowserContext): Promise<Page> {
  const second = await context.newPage();
  await second.goto('dashboard');
  await expect(openElsewhere(second)).toBeVisible();
  await mockReady(second);
  await second.getByRole('button', { name: 'Continue here' }).click();
  return second;
}

const patientsNamed = async (page: Page, email: string) =>
  (await rowsOf(page, 'patients')).filter((row) => row.patient_email === email);

test('unsaved rows move to the tab in which the user goes on, and are saved once', { tag: '@smoke' }, async ({
  page,
  context,
}) => {
  await openDashboard(page);
  await pastePatient(page, ada.cells);
  const second = await continueInSecondTab(context);
  await expect(firstName(second)).toHaveValue('Ada Byron');
  await expect(firstName(second)).toBeFocused();
  await expect(openElsewhere(page)).toBeVisible();
  await name(second, 2).fill('Grace Hopper');
  await second.reload();
  await expect(name(second, 2)).toHaveValue('Grace Hopper');
  await saveAll(second).click();
  await expect(second.getByText('Patients added successfully')).toBeVisible();
  await expect(nameCell(second, 'Grace Hopper')).toHaveCount(1);
  await expect(nameCell(second, 'Ada Byron')).toHaveCount(0);
  expect(await patientsNamed(page, ada.email)).toHaveLength(1);
});

test('unsaved rows are taken from a tab that the browser has frozen, which writes nothing once it goes on', async ({
  page,
  context,
}) => {
  await openDashboard(page);
  await pastePatient(page, ada.cells);
  const browser = await context.newCDPSession(page);
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
  const second = await continueInSecondTab(context);
  await expect(firstName(second)).toHaveValue('Ada Byron');
  await firstName(second).fill('Grace Hopper');
  await browser.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(openElsewhere(page)).toBeVisible();
  await second.reload();
  await expect(firstName(second)).toHaveValue('Grace Hopper');
});
