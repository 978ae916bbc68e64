import type { Page } from '@playwright/test';
import { ada, holdEnter, openDashboard, pastePatient } from '@tests/support/at-the-keyboard';
import { expectOne, interruptEach, isShown, isUnderWay, press, slowly } from '@tests/support/busy-states';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, newestMail, someoneToOrderFor, timesAnswered } from '@tests/support/mock-control';

/** Reloads in the middle of a write; each button is pressed twice, as by an impatient user. */

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const toSection = async (page: Page, entry: string, tab: string) => {
  await job.openSection(page, entry);
  await openTab(page, tab);
};

test('a provider who reloads in the middle of what they do can do it again, and it is done once', async ({
  page,
}) => {
  await openDashboard(page);
  const { name } = await someoneToOrderFor(page);
  await interruptEach(page, [
    {
      label: 'Saving...',
      operation: 'POST /patient/add-patients',
      async prepare() {
        await toSection(page, 'Patients', 'Add Patients');
        await pastePatient(page, ada.cells);
      },
      kept: () => expect(page.getByLabel('Name, row 1', { exact: true })).toHaveValue('Ada Byron'),
      send: () => press(page, 'Save All'),
      async done() {
        await isShown(page, 'Patients added successfully');
        await expectOne(page, 'patients', (row) => row.patient_email === ada.email);
      },
    },
    {
      label: 'Updating...',
      operation: 'PUT /patient/update-patient/{id}',
      async prepare() {
        await toSection(page, 'Patients', 'Update Patients');
        await page.getByRole('button', { name: 'Edit Robin Ellis', exact: true }).click();
        const phone = page.getByRole('table').getByLabel('Phone');
        await expect(phone).toHaveValue('+1 206 555 0123');
        await phone.fill('+1 206 555 0199');
      },
      async kept() {
        await expect(page.getByRole('table').getByLabel('Phone')).toHaveValue('+1 206 555 0199');
        await page.getByRole('table').getByRole('button', { name: 'Cancel' }).click();
      },
      send: holdEnter,
      async done() {
        await isShown(page, 'Patient data updated successfully');
        await expectOne(page, 'patients', (row) => row.patient_phone === '+1 206 555 0199');
      },
    },
    {
      label: 'Placing Order...',
      operation: 'POST /alert/request-address-confirmation-single-patient',
      async prepare() {
        await toSection(page, 'Booking / Order Kits', 'Authenticate & Order Kits');
        await page.getByRole('button', { name: `Order kit for ${name}` }).click();
        await job.chooseKit(page);
        await page
          .getByRole('dialog', { name: 'Order Kit' })
          .getByRole('button', { name: 'Place Order' })
          .click();
      },
      send: () => press(page, 'I agree'),
      done: () => expect(page.getByRole('dialog')).toHaveCount(0),
    },
    {
      label: 'Sending Invitation...',
      operation: 'POST /booking/send-invitation',
      async prepare() {
        await toSection(page, 'Booking / Order Kits', 'Booked Appointments');
        await page.getByRole('button', { name: 'Book Robin Ellis', exact: true }).click();
        await job.fillIn(page.getByRole('dialog', { name: 'Book Appointment' }), [
          ['Provider Type', 'Physician'],
          ['Time Slot', 'The only slot'],
          ['Meet Link', 'https://meet.example.com/once'],
        ]);
      },
      send: holdEnter,
      async done() {
        await isShown(page, 'Invitation sent successfully!');
        await expectOne(page, 'appointments', (row) => row.time_slot === 'The only slot');
      },
    },
  ]);
});

test('a clinic that reloads in the middle of signing up goes on from there, and is registered once', async ({
  page,
}) => {
  const { clinic } = job;
  /** Submits the form after entering what a reload clears: the passwords and the consent. */
  const sendSignUp = async () => {
    await job.retypePasswords(page, clinic.password);
    await press(page, 'Sign Up');
  };
  const expectCodeScreen = () => expect(page.getByLabel('Verification Code')).toBeVisible();
  await page.goto('provider-signup');
  await mockReady(page);
  await job.fillIn(page, job.clinicEntries);
  await interruptEach(page, [
    {
      label: 'Sending code...',
      operation: 'POST /auth/send-otp',
      prepare: () => expect(page.getByLabel('Provider Name')).toHaveValue(clinic.name),
      send: sendSignUp,
      done: expectCodeScreen,
    },
  ]);
  const enterCode = async () => {
    await expectCodeScreen();
    const mail = await newestMail(page, 'otp', clinic.email);
    await page.getByLabel('Verification Code').fill(mail?.code ?? '');
    await press(page, 'Verify');
  };
  const reloadAt = async (label: string, operation: string) => {
    await expect(page.getByRole('button', { name: label })).toBeVisible();
    await isUnderWay(page, operation);
    await page.reload();
    await mockReady(page);
    await sendSignUp();
  };
  await slowly(page, 'POST /auth/verify-otp');
  await enterCode();
  await reloadAt('Verifying...', 'POST /auth/verify-otp');
  await slowly(page, 'POST /shopify/create-customer');
  await enterCode();
  await slowly(page, 'POST /auth/clinic-signup');
  await reloadAt('Creating your account...', 'POST /shopify/create-customer');
  // The code was accepted, so it is not requested again. The form is sent to the store again, which keeps one customer.
  await reloadAt('Creating your account...', 'POST /auth/clinic-signup');
  await job.expectRegistered(page);
  await expectOne(page, 'customers', (row) => row.identity === `provider:${clinic.email}`);
  await expectOne(page, 'accounts', (row) => row.email === clinic.email);
  expect(await timesAnswered(page, 'POST /auth/send-otp')).toBe(0);
});

test('a patient who reloads in the middle of what they do can do it again, and it is done once', async ({
  page,
}) => {
  await page.goto('dashboard?mock.as=patient');
  await mockReady(page);
  await interruptEach(page, [
    {
      label: 'Updating...',
      operation: 'POST /patient/update-patient-profile',
      async prepare() {
        // The form, once it has loaded.
        await expect(page.getByLabel('State', { exact: true })).toHaveValue('WA');
        await job.fillIn(page, [['City', 'Tacoma']]);
        await press(page, 'Update');
      },
      kept: () => expect(page.getByLabel('City')).toHaveValue('Tacoma'),
      send: () => press(page.getByRole('alertdialog'), 'Update'),
      done: () => isShown(page, 'Profile updated successfully'),
    },
  ]);
  const mail = await newestMail(page, 'confirm-address');
  await page.goto(mail?.link ?? '');
  await mockReady(page);
  await interruptEach(page, [
    {
      label: 'Confirm',
      operation: 'POST /order/confirm-address-order-kit',
      prepare: () => page.getByRole('button', { name: 'Confirm Address' }).click(),
      send: () => press(page.getByRole('alertdialog'), 'Confirm'),
      done: () => expect(page.getByRole('heading', { name: 'Address Confirmed' })).toBeVisible(),
    },
  ]);
});
