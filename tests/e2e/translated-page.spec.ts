import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import { translatePage } from '@tests/support/foreign-changes';
import * as job from '@tests/support/main-job';

test('a clinic signs up in a translated page', async ({ page }) => {
  await page.addInitScript(translatePage);
  await job.fillInProviderForm(page);
  await expect(page.locator('h1 > font > font')).toHaveText('Register as Provider');
  await job.sendSignUp(page);
  await job.enterCode(page, job.clinic.email);
  await job.verify(page);
  await job.expectRegistered(page);
});

test('a clinic orders in a translated page, where every value is the current one', async ({ page }) => {
  await page.addInitScript(translatePage);
  await openDashboard(page);
  await job.importFile(page);
  await job.saveAll(page);
  await expect(page.getByText('Patients added successfully')).toBeVisible();
  await job.selectPatients(page);
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('3 selected');
  await job.authorize(page);
  await expect(page.getByRole('row', { name: new RegExp(job.patient.name) })).toContainText('Authorized');

  await job.fillInOrder(page);
  const order = page.getByRole('dialog', { name: 'Order Kit' });
  await order.getByLabel('Kit Type').selectOption({ index: 1 });
  await expect(order.getByText(/Price: /)).toContainText('$79');
  await order.getByLabel('Kit Type').selectOption({ index: 3 });
  await expect(order.getByText(/Price: /)).not.toContainText('$79');
  await job.placeOrder(page);
  await expect(order).toHaveCount(0);
  await expect(page.getByRole('row', { name: new RegExp(job.patient.name) })).toContainText('confirmation');
});
