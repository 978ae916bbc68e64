import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { rowsOf } from '@tests/support/mock-control';

test.setTimeout(180_000);

test('the main job goes on after a reload at every step', async ({ page }) => {
  await test.step('signing up: the form keeps what was typed but the passwords', async () => {
    await job.fillInProviderForm(page);
    await page.reload();
    await expect(page.getByLabel('Provider Name')).toHaveValue(job.clinic.name);
    await job.retypePasswords(page, job.clinic.password);
    await job.sendSignUp(page);
    await expect(page.getByLabel('Verification Code')).toBeVisible();
    await page.reload();
    await job.retypePasswords(page, job.clinic.password);
    await job.sendSignUp(page);
    await job.enterCode(page, job.clinic.email);
    await job.verify(page);
    await job.expectRegistered(page);
    const identity = `provider:${job.clinic.email}`;
    expect((await rowsOf(page, 'customers')).filter((row) => row.identity === identity)).toHaveLength(1);
  });

  await test.step('the lab and the card are still there', async () => {
    await page.reload();
    await job.logIn(page, job.clinic);
    await page.reload();
    await job.fillInLab(page);
    await job.saveLab(page);
    await expect(page.getByText('Lab added successfully')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Update Lab Data' })).toBeVisible();
    await expect(page.getByLabel('Lab Name')).toHaveValue('North Shore Diagnostics');
    await job.chooseInAccountMenu(page, 'Add Card Details');
    await expect(page.getByRole('button', { name: 'Pay with the test card' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Pay with the test card' }).click();
    const saved = page.getByRole('heading', { name: 'Payment method saved successfully!' });
    await expect(saved).toBeVisible();
    await page.reload();
    await expect(saved).toBeVisible();
    await page.getByRole('link', { name: /dashboard/i }).click();
  });

  await test.step('the imported grid is still there until it is saved, and empty afterwards', async () => {
    await job.importFile(page);
    await page.reload();
    await expect(page.getByLabel('Name, row 1', { exact: true })).toHaveValue(job.patient.name);
    await job.saveAll(page);
    await expect(page.getByText('Patients added successfully')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Name, row 1', { exact: true })).toHaveValue('');
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
    await page.reload();
    await job.fillInOrder(page);
    await job.placeOrder(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.reload();
  });

  await test.step('the link works after a reload, and its order is placed once', async () => {
    const tab = await job.openConfirmationLink(page);
    await tab.reload();
    await job.confirmAddress(tab);
    await expect(tab.getByRole('heading', { name: 'Address Confirmed' })).toBeVisible();
    await tab.close();
  });

  await test.step('the patient stays signed in and keeps seeing the kit', async () => {
    await job.logOut(page);
    await job.fillInPatientForm(page);
    await page.reload();
    await expect(page.getByLabel('Provider')).toHaveValue(/.+/);
    await job.retypePasswords(page, job.patient.password);
    await job.sendSignUp(page);
    await job.enterCode(page, job.patient.email);
    await job.verify(page);
    await job.expectRegistered(page);
    await job.logIn(page, job.patient);
    const tracking = page.getByRole('region', { name: 'Kit Tracking Status' });
    await expect(tracking).toContainText('Order placed');
    await page.reload();
    await expect(tracking).toContainText('Order placed');
  });
});

test('two tabs do the main job together and never disagree', async ({ page, context }) => {
  await page.goto('login?mock.preset=new-clinic');
  await page.getByRole('button', { name: 'Log in as provider' }).click();
  await expect(page.getByText(/^Hey, /)).toBeVisible();

  const second = await context.newPage();
  await second.goto('dashboard');
  await expect(second.getByText(/^Hey, /)).toBeVisible();

  await test.step('what one tab saves, the other one sees', async () => {
    await job.fillInLab(page);
    await job.saveLab(page);
    await expect(page.getByText('Lab added successfully')).toBeVisible();
    await job.storeCard(second);
    await expect(second.getByRole('heading', { name: 'Payment method saved successfully!' })).toBeVisible();
    await second.getByRole('link', { name: /dashboard/i }).click();
    await job.importFile(page);
    await job.saveAll(page);
    await expect(page.getByText('Patients added successfully')).toBeVisible();
    await job.selectPatients(second);
    await job.authorize(second);
    await expect(second.getByText('Patients authenticated successfully')).toBeVisible();
    await page.reload();
    await job.openSection(page, 'Booking / Order Kits');
    await job.fillInOrder(page);
    await job.placeOrder(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('logging out in one tab ends the session in the other', async () => {
    await job.logOut(page);
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    await expect(second.getByRole('heading', { name: 'Log In' })).toBeVisible();
  });
});
