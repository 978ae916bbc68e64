import { ada, firstName, openDashboard, pastePatient } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { failNext, mockReady, rowsOf, someoneToOrderFor } from '@tests/support/mock-control';

/** The server has done what was asked, and its answer is lost: nothing may be done twice, and the user can go on. */

test.beforeEach(({ noise }) => {
  noise.allowNetworkFailure();
  noise.allowStatus(400);
});

test('rows that were saved without an answer leave the grid, also after a reload', { tag: '@smoke' }, async ({
  page,
}) => {
  await openDashboard(page);
  await pastePatient(page, ada.cells);
  await failNext(page, 'POST /patient/add-patients', 'ok.lost');
  // The list, too, can't be had until the page is loaded again.
  await failNext(page, 'GET /patient/fetch-patients', '400');
  const stored = async () =>
    (await rowsOf(page, 'patients')).filter((row) => row.patient_email === ada.email);
  await job.saveAll(page);
  await expect.poll(stored).toHaveLength(1);
  await page.reload();
  await mockReady(page);
  // Either the page has already found the saved row, or Save All finds it.
  await expect(firstName(page)).toBeVisible();
  if ((await firstName(page).inputValue()) !== '') await job.saveAll(page);
  await expect(firstName(page)).toHaveValue('');
  expect(await stored()).toHaveLength(1);
});

test('an order that was placed without an answer is not placed again', { tag: '@smoke' }, async ({
  page,
}) => {
  const operation = 'POST /alert/request-address-confirmation-single-patient';
  await openDashboard(page);
  await job.openSection(page, 'Booking / Order Kits');
  const { name, id } = await someoneToOrderFor(page);
  await page.getByRole('button', { name: `Order kit for ${name}` }).click();
  await job.chooseKit(page);
  await failNext(page, operation, 'ok.lost');
  await job.placeOrder(page);
  const dialog = page.getByRole('dialog', { name: 'Order Kit' });
  await expect(dialog.getByText(/may or may not/i).first()).toBeVisible();
  await job.placeOrder(page);
  await expect(dialog).toHaveCount(0);
  const links = (await rowsOf(page, 'confirmations')).filter((row) => row.patient_id === id);
  expect(links).toHaveLength(1);
});
