import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';

/** Replaces each text by elements, as the browser's translation does, now and in what appears later. */
function translatePage(): void {
  const translate = (node: Node): void => {
    if (node instanceof Element) {
      if (!node.matches('font, script, style, textarea, title')) [...node.childNodes].forEach(translate);
      return;
    }
    const isText = node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '';
    if (!isText || node.parentElement?.closest('font, script, style, textarea, title') !== null) return;
    const translated = document.createElement('font');
    translated.append(document.createElement('font'));
    translated.firstElementChild?.append(node.nodeValue ?? '');
    node.parentNode?.replaceChild(translated, node);
  };
  // React renders a prerendered page again if it was changed before it is hydrated, and reports that.
  const start = () => {
    translate(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(translate);
    }).observe(document.body, { subtree: true, childList: true });
  };
  addEventListener('DOMContentLoaded', () => {
    const isPrerendered = document.querySelector('#root')?.hasChildNodes() === true;
    if (isPrerendered) addEventListener('hydrated', start, { once: true });
    else start();
  });
}

test('a clinic gets from sign-up to an order in a translated page, where every value is the current one', async ({
  page,
}) => {
  await page.addInitScript(translatePage);
  await job.fillInProviderForm(page);
  await expect(page.locator('h1 > font > font')).toHaveText('Register as Provider');
  await job.sendSignUp(page);
  await job.enterCode(page, job.clinic.email);
  await job.verify(page);
  await job.expectRegistered(page);
  await job.logIn(page, job.clinic);
  await job.fillInLab(page);
  await job.saveLab(page);
  await expect(page.getByText('Lab added successfully')).toBeVisible();

  await job.storeCard(page);
  await page.getByRole('link', { name: /dashboard/i }).click();
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
