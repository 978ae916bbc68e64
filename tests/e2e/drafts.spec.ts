import type { BrowserContext, Page } from '@playwright/test';
import { ada, firstName, openDashboard, pastePatient } from '@tests/support/at-the-keyboard';
import { expect, test } from '@tests/support/e2e';
import { mockReady, rowsOf, timesAnswered } from '@tests/support/mock-control';

const addPatients = 'POST /patient/add-patients';
const name = (page: Page, row: number) => page.getByLabel(`Name, row ${row}`, { exact: true });
const saveAll = (page: Page) => page.getByRole('button', { name: 'Save All' });
const shown = (page: Page, text: string) => page.locator(`input[aria-label^="Name, row"][value="${text}"]`);

async function secondTab(context: BrowserContext): Promise<Page> {
  const second = await context.newPage();
  await second.goto('dashboard');
  await expect(firstName(second)).toBeVisible();
  await mockReady(second);
  return second;
}

const patientsNamed = async (page: Page, email: string) =>
  (await rowsOf(page, 'patients')).filter((row) => row.patient_email === email);

test('a save takes the rows that were sent out of both tabs, and nothing that was typed in the other one', {
  tag: '@smoke',
}, async ({ page, context }) => {
  await page.clock.install();
  await openDashboard(page);
  await pastePatient(page, ada.cells);
  const second = await secondTab(context);
  await expect(firstName(second)).toHaveValue('Ada Byron');
  // Less than the client's time limit, also for a machine that is slow in between.
  await page.evaluate((name) => window.__mock?.set(name, 'ok', { delay: 10_000, times: 1 }), addPatients);
  await saveAll(page).click();
  await expect(second.getByRole('button', { name: 'Saving in another tab...' })).toBeDisabled();
  await name(second, 2).fill('Grace Hopper');
  await page.clock.fastForward(10_000);
  for (const tab of [page, second]) {
    await expect(shown(tab, 'Ada Byron')).toHaveCount(0);
    await expect(shown(tab, 'Grace Hopper')).toHaveCount(1);
    await expect(saveAll(tab)).toBeEnabled();
  }
  await second.reload();
  await expect(shown(second, 'Grace Hopper')).toHaveCount(1);
  await expect(shown(second, 'Ada Byron')).toHaveCount(0);
  expect(await patientsNamed(page, ada.email)).toHaveLength(1);
});

test('two tabs that save the same rows at the same time store them once', { tag: '@smoke' }, async ({
  page,
  context,
}) => {
  await openDashboard(page);
  await pastePatient(page, ada.cells);
  const second = await secondTab(context);
  await expect(firstName(second)).toHaveValue('Ada Byron');
  // Clicked by script, because the second button may already be disabled.
  await Promise.all(
    [page, second].map((tab) =>
      tab.getByRole('button', { name: /^Sav/ }).evaluate((button: HTMLElement) => button.click()),
    ),
  );
  for (const tab of [page, second]) await expect(shown(tab, 'Ada Byron')).toHaveCount(0);
  await expect(saveAll(page)).toBeEnabled();
  await expect(saveAll(second)).toBeEnabled();
  const sent = await Promise.all([page, second].map((tab) => timesAnswered(tab, addPatients)));
  expect(sent.reduce((sum, times) => sum + times, 0)).toBe(1);
  expect(await patientsNamed(page, ada.email)).toHaveLength(1);
});
