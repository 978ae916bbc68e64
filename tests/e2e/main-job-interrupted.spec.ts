import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, rowsOf } from '@tests/support/mock-control';

test('a new clinic goes on after a reload at every step', async ({ page }) => {
  await page.goto('dashboard?mock.preset=new-clinic&mock.as=provider');
  await mockReady(page);

  await test.step('the lab and the card are still there', async () => {
    await job.fillInLab(page);
    await job.saveLab(page);
    await expect(page.getByText('Lab added successfully')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Update Lab Data' })).toBeVisible();
    await expect(page.getByLabel('Lab Name')).toHaveValue('North Shore Diagnostics');
    await job.chooseInAccountMenu(page, 'Add Card Details');
    const pay = page.getByRole('button', { name: 'Pay with the test card' });
    await expect(pay).toBeVisible();
    await page.reload();
    await pay.click();
    const saved = page.getByRole('heading', { name: 'Payment method saved successfully!' });
    await expect(saved).toBeVisible();
    await page.reload();
    await expect(saved).toBeVisible();
    await page.getByRole('link', { name: /dashboard/i }).click();
  });

  await test.step('the imported grid is still there until it is saved, and empty afterwards', async () => {
    const name = page.getByLabel('Name, row 1', { exact: true });
    await job.importFile(page);
    await page.reload();
    await expect(name).toHaveValue(job.patient.name);
    await job.saveAll(page);
    await expect(page.getByText('Patients added successfully')).toBeVisible();
    await page.reload();
    await expect(name).toHaveValue('');
    const ava = (await rowsOf(page, 'patients')).filter((row) => row.patient_email === job.patient.email);
    expect(ava).toHaveLength(1);
  });

  await test.step('authorization and the section stay', async () => {
    await job.selectPatients(page);
    await job.authorize(page);
    await expect(page.getByText('Patients authenticated successfully')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('row', { name: new RegExp(job.patient.name) })).not.toContainText('Not');
    await job.fillInOrder(page);
    await job.placeOrder(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the link works after a reload', async () => {
    const tab = await job.openConfirmationLink(page);
    await tab.reload();
    await job.confirmAddress(tab);
    await expect(tab.getByRole('heading', { name: 'Address Confirmed' })).toBeVisible();
  });
});
