import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';

test.setTimeout(180_000);

test('a clinic gets from sign-up to a kit that its patient can follow', async ({ page }) => {
  await test.step('the clinic signs up and confirms its code', async () => {
    await job.fillInProviderForm(page);
    await job.sendSignUp(page);
    await job.enterCode(page, job.clinic.email);
    await job.verify(page);
    await job.expectRegistered(page);
  });

  await test.step('it logs in and stores its lab', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).first().click();
    await job.logIn(page, job.clinic);
    await job.fillInLab(page);
    await job.saveLab(page);
    await expect(page.getByText('Lab added successfully')).toBeVisible();
  });

  await test.step('it stores its card on the hosted checkout', async () => {
    await job.storeCard(page);
    await expect(page.getByRole('heading', { name: 'Payment method saved successfully!' })).toBeVisible();
    await page.getByRole('link', { name: /dashboard/i }).click();
    await page.getByRole('button', { name: `Hey, ${job.clinic.name}` }).click();
    await expect(page.getByRole('menuitem', { name: 'Edit Card Details' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('it imports its patients from a real spreadsheet', async () => {
    await job.importFile(page);
    await job.saveAll(page);
    await expect(page.getByText('Patients added successfully')).toBeVisible();
  });

  await test.step('it authorizes some of them', async () => {
    await job.selectPatients(page);
    await job.authorize(page);
    await expect(page.getByText('Patients authenticated successfully')).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(job.patient.name) })).toContainText('Authorized');
  });

  await test.step('it orders a kit for one', async () => {
    await job.fillInOrder(page);
    await job.placeOrder(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the patient opens the link in the mail and confirms the address', async () => {
    const tab = await job.openConfirmationLink(page);
    await job.confirmAddress(tab);
    await expect(tab.getByRole('heading', { name: 'Address Confirmed' })).toBeVisible();
    await tab.close();
  });

  await test.step('the patient signs up, signs in and sees the kit’s status', async () => {
    await job.logOut(page);
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    await job.fillInPatientForm(page);
    await job.sendSignUp(page);
    await job.enterCode(page, job.patient.email);
    await job.verify(page);
    await job.expectRegistered(page);
    await job.logIn(page, job.patient);
    await expect(page.getByRole('region', { name: 'Kit Tracking Status' })).toContainText('Order placed');
  });
});
