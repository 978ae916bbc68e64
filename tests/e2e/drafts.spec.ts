import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { ada, openDashboard, pastePatient } from '@tests/support/at-the-keyboard';
import { expect, test } from '@tests/support/e2e';
import { failNext, mockReady, rowsOf, timesAnswered } from '@tests/support/mock-control';
import { pasteText } from '@tests/support/paste-text';

test.setTimeout(90_000);

const addPatients = 'POST /patient/add-patients';
const name = (page: Page, row: number) => page.getByLabel(`Name, row ${row}`, { exact: true });
const saveAll = (page: Page) => page.getByRole('button', { name: 'Save All' });
const shown = (page: Page, text: string) => page.locator(`input[aria-label^="Name, row"][value="${text}"]`);
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('patientGrid') ?? '');
const saved = (page: Page) => expect(page.getByText('Patients added successfully')).toBeVisible();

async function secondTab(context: BrowserContext): Promise<Page> {
  const second = await context.newPage();
  await second.goto('dashboard');
  await expect(name(second, 1)).toBeVisible();
  await mockReady(second);
  return second;
}

const patientsNamed = async (page: Page, email: string) =>
  (await rowsOf(page, 'patients')).filter((row) => row.patient_email === email);

const graceCells = ['Grace Hopper', 'grace.hopper@example.com', ...ada.cells.slice(2)];

test.describe('the draft in two tabs', () => {
  test('a save removes the rows that were sent, and nothing that was typed in the other tab', async ({
    page,
    context,
  }) => {
    await openDashboard(page);
    await pastePatient(page, ada.cells);
    const second = await secondTab(context);
    await expect(name(second, 1)).toHaveValue('Ada Byron');
    await page.evaluate(() => window.__mock?.latency(1500, 1500));
    await saveAll(page).click();
    await name(second, 2).fill('Grace Hopper');
    await saved(page);
    await expect(shown(second, 'Ada Byron')).toHaveCount(0);
    await expect(shown(second, 'Grace Hopper')).toHaveCount(1);
    await expect(shown(page, 'Grace Hopper')).toHaveCount(1);
    await expect(shown(page, 'Ada Byron')).toHaveCount(0);
    await expect(page.getByLabel(/^Name, row/)).toHaveCount(10);
    await second.reload();
    await expect(shown(second, 'Grace Hopper')).toHaveCount(1);
    await expect(shown(second, 'Ada Byron')).toHaveCount(0);
  });

  test('input typed in both tabs at the same time into the same cell is kept by both', async ({
    page,
    context,
  }) => {
    await openDashboard(page);
    const second = await secondTab(context);
    await Promise.all([name(page, 1).fill('Ada Byron'), name(second, 1).fill('Grace Hopper')]);
    for (const tab of [page, second])
      for (const patient of ['Ada Byron', 'Grace Hopper']) await expect(shown(tab, patient)).toHaveCount(1);
    await expect(name(page, 1)).toHaveValue('Ada Byron');
    await expect(name(second, 1)).toHaveValue('Grace Hopper');
    await page.reload();
    for (const patient of ['Ada Byron', 'Grace Hopper']) await expect(shown(page, patient)).toHaveCount(1);
  });

  test('a row removed in one tab does not come back from the other', async ({ page, context }) => {
    await openDashboard(page);
    await name(page, 1).fill('Ada Byron');
    const second = await secondTab(context);
    await expect(name(second, 1)).toHaveValue('Ada Byron');
    await second.getByRole('button', { name: 'Remove row 1', exact: true }).click();
    await expect(shown(page, 'Ada Byron')).toHaveCount(0);
    await name(page, 3).fill('Grace Hopper');
    await expect(shown(second, 'Grace Hopper')).toHaveCount(1);
    await expect(shown(second, 'Ada Byron')).toHaveCount(0);
    expect(await stored(page)).not.toContain('Ada Byron');
  });

  test('only one tab saves at a time, and the other one shows it', async ({ page, context }) => {
    await page.clock.install();
    await openDashboard(page);
    await pastePatient(page, ada.cells);
    const second = await secondTab(context);
    // Shorter than the client's timeout. The fake clock controls it, so a slow machine can open the third tab in time.
    await page.evaluate((name) => window.__mock?.set(name, 'ok', { delay: 15_000, times: 1 }), addPatients);
    await saveAll(page).click();
    const waiting = second.getByRole('button', { name: 'Saving in another tab...' });
    await expect(waiting).toBeDisabled();
    const third = await secondTab(context);
    await expect(third.getByRole('button', { name: 'Saving in another tab...' })).toBeDisabled();
    await expect
      .poll(async () => {
        await page.clock.fastForward(1000);
        return page.getByText('Patients added successfully').isVisible();
      })
      .toBe(true);
    await expect(saveAll(second)).toBeEnabled();
    await expect(saveAll(third)).toBeEnabled();
    await expect(shown(second, 'Ada Byron')).toHaveCount(0);
    expect(await patientsNamed(page, ada.email)).toHaveLength(1);
  });

  test('undo does not bring back a row that was saved, in either tab', async ({ page, context }) => {
    await openDashboard(page);
    const second = await secondTab(context);
    await name(second, 4).fill('Grace Hopper');
    await expect(shown(page, 'Grace Hopper')).toHaveCount(1);
    await pastePatient(page, ada.cells);
    await expect(shown(second, 'Ada Byron')).toHaveCount(1);
    await saveAll(page).click();
    await saved(page);
    for (const tab of [page, second]) {
      await expect(shown(tab, 'Ada Byron')).toHaveCount(0);
      const undo = tab.getByRole('button', { name: 'Undo' });
      for (let step = 0; step < 4 && (await undo.isEnabled()); step += 1) await undo.click();
      await expect(shown(tab, 'Ada Byron')).toHaveCount(0);
    }
  });
});

test('skipped rows stay in the grid, also over a reload, and can be discarded', async ({ page }) => {
  await openDashboard(page);
  await pastePatient(page, ada.cells);
  await name(page, 2).fill('Grace Hopper');
  await saveAll(page).click();
  await saved(page);
  await expect(name(page, 1)).toHaveValue('Grace Hopper');
  await page.getByRole('button', { name: 'Restore skipped rows' }).first().click();
  await expect(page.getByLabel('Email, row 1', { exact: true })).toBeFocused();
  await page.reload();
  await expect(name(page, 1)).toHaveValue('Grace Hopper');
  await name(page, 1).click();
  await pasteText(page, graceCells.join('\t'));
  await name(page, 2).fill('Hedy Lamarr');
  await saveAll(page).click();
  await saved(page);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(shown(page, 'Hedy Lamarr')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(shown(page, 'Hedy Lamarr')).toHaveCount(1);
});

test('rows of an older release are read, and those of a newer one are offered as a file', async ({
  page,
}) => {
  await openDashboard(page);
  // The old format: a plain list, and a row without the columns added later.
  await page.evaluate(() => {
    localStorage.setItem('patientGrid', JSON.stringify([{ id: 'row-1', name: 'Ada Byron', email: 'a@b.c' }]));
  });
  await page.reload();
  await expect(name(page, 1)).toHaveValue('Ada Byron');
  await page.evaluate(() => {
    const rows = [{ id: 'row-1', who: 'Grace Hopper' }];
    localStorage.setItem('patientGrid', JSON.stringify({ version: 99, value: { rows } }));
  });
  await page.reload();
  await expect(name(page, 1)).toHaveValue('');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Grace Hopper');
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await page.reload();
  await expect(name(page, 1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
});

test('after an answer that never came, the server is asked before anything is sent again', async ({
  page,
  noise,
}) => {
  noise.allowNetworkFailure();
  await openDashboard(page);
  await pastePatient(page, ada.cells);
  await failNext(page, addPatients, 'network');
  await saveAll(page).click();
  await expect(page.getByText('your patients aren’t in your list')).toBeVisible();
  await expect(name(page, 1)).toHaveValue('Ada Byron');
  expect(await timesAnswered(page, 'GET /patient/fetch-patients')).toBe(1);
  await saveAll(page).click();
  await saved(page);
  expect(await patientsNamed(page, ada.email)).toHaveLength(1);
});
