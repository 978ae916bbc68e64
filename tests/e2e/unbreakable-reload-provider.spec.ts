import type { Page } from '@playwright/test';
import { ada, holdEnter, openDashboard, pastePatient } from '@tests/support/at-the-keyboard';
import { type BusyState, expectOne, interruptEach, isShown, press } from '@tests/support/busy-states';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { rowsOf } from '@tests/support/mock-control';

test.setTimeout(120_000);

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const toSection = async (page: Page, entry: string, tab: string) => {
  await job.openSection(page, entry);
  await openTab(page, tab);
};
const withPatients: readonly BusyState[] = [
  {
    label: 'Saving...',
    operation: 'POST /patient/add-patients',
    async prepare(page) {
      await toSection(page, 'Patients', 'Add Patients');
      await pastePatient(page, ada.cells);
    },
    kept: (page) => expect(page.getByLabel('Name, row 1', { exact: true })).toHaveValue('Ada Byron'),
    send: (page) => press(page, 'Save All'),
    async done(page) {
      await isShown(page, 'Patients added successfully');
      await expectOne(page, 'patients', (row) => row.patient_email === ada.email);
    },
  },
  {
    label: 'Updating...',
    operation: 'PUT /patient/update-patient/{id}',
    async prepare(page) {
      await toSection(page, 'Patients', 'Update Patients');
      await page.getByRole('button', { name: 'Edit Robin Ellis', exact: true }).click();
      const phone = page.getByRole('table').getByLabel('Phone');
      await expect(phone).toHaveValue('+1 206 555 0123');
      await phone.fill('+1 206 555 0199');
    },
    async kept(page) {
      await expect(page.getByRole('table').getByLabel('Phone')).toHaveValue('+1 206 555 0199');
      await page.getByRole('table').getByRole('button', { name: 'Cancel' }).click();
    },
    send: holdEnter,
    async done(page) {
      await isShown(page, 'Patient data updated successfully');
      await expectOne(page, 'patients', (row) => row.patient_phone === '+1 206 555 0199');
    },
  },
  {
    label: 'Authenticating',
    operation: 'POST /patient/authenticate',
    async prepare(page) {
      await toSection(page, 'Booking / Order Kits', 'Authenticate & Order Kits');
      await page.getByRole('checkbox', { name: 'Select Ada Byron' }).check();
    },
    kept: (page) => expect(page.getByText('0 selected')).toBeVisible(),
    send: (page) => press(page, 'Authenticate'),
    done: (page) => isShown(page, 'Patients authenticated successfully'),
  },
  {
    label: 'Placing Order...',
    operation: 'POST /alert/request-address-confirmation-single-patient',
    async prepare(page) {
      await toSection(page, 'Booking / Order Kits', 'Authenticate & Order Kits');
      await page.getByRole('button', { name: 'Order kit for Ada Byron' }).click();
      const dialog = page.getByRole('dialog', { name: 'Order Kit' });
      await job.chooseKit(page);
      await dialog.getByRole('button', { name: 'Place Order' }).click();
    },
    send: (page) => press(page, 'I agree'),
    async done(page) {
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const [patient] = (await rowsOf(page, 'patients')).filter((row) => row.patient_email === ada.email);
      await expectOne(page, 'confirmations', (row) => row.patient_id === patient?.patient_id);
    },
  },
  {
    label: 'Sending Invitation...',
    operation: 'POST /booking/send-invitation',
    async prepare(page) {
      await toSection(page, 'Booking / Order Kits', 'Booked Appointments');
      await page.getByRole('button', { name: 'Book Robin Ellis', exact: true }).click();
      await job.fillIn(page.getByRole('dialog', { name: 'Book Appointment' }), [
        ['Provider Type', 'Physician'],
        ['Time Slot', 'The only slot'],
        ['Meet Link', 'https://meet.example.com/once'],
      ]);
    },
    send: holdEnter,
    async done(page) {
      await isShown(page, 'Invitation sent successfully!');
      await expectOne(page, 'appointments', (row) => row.time_slot === 'The only slot');
    },
  },
];

const withItself: readonly BusyState[] = [
  {
    label: 'Updating...',
    operation: 'POST /clinic/update-clinic-profile',
    async prepare(page) {
      await job.chooseInAccountMenu(page, 'Profile');
      await openTab(page, 'Profile');
      const panel = page.getByRole('tabpanel', { name: 'Profile' });
      await expect(panel.getByLabel('City')).toHaveValue('Seattle');
      await panel.getByLabel('Phone').fill('+1 206 555 0177');
    },
    kept: (page) =>
      expect(page.getByRole('tabpanel', { name: 'Profile' }).getByLabel('Phone')).toHaveValue(
        '+1 206 555 0177',
      ),
    send: (page) => press(page.getByRole('tabpanel', { name: 'Profile' }), 'Update'),
    done: (page) => isShown(page, 'Profile updated successfully'),
  },
  {
    label: 'Updating...',
    operation: 'PUT /clinic/update-lab',
    async prepare(page) {
      await job.chooseInAccountMenu(page, 'Profile');
      await openTab(page, 'Sample Testing Lab');
      await expect(page.getByLabel('Lab Name')).not.toHaveValue('');
      await page.getByLabel('Sample drop-off instructions').fill('Ring twice.');
    },
    kept: (page) => expect(page.getByLabel('Sample drop-off instructions')).toHaveValue('Ring twice.'),
    send: (page) => press(page.getByRole('tabpanel', { name: 'Sample Testing Lab' }), 'Update'),
    done: (page) => isShown(page, 'Lab updated successfully'),
  },
  {
    label: 'Redirecting to Stripe...',
    operation: 'POST /payment/create-checkout-session',
    prepare: (page) => page.getByRole('button', { name: /^Hey, / }).click(),
    send: (page) => page.getByRole('menuitem', { name: /Card Details$/ }).click(),
    done: (page) => expect(page.getByRole('button', { name: 'Pay with the test card' })).toBeVisible(),
    leaves: true,
  },
];

for (const [whose, states] of [
  ['with patients', withPatients],
  ['with the clinic itself', withItself],
] as const)
  test(`a provider who reloads in the middle of what they do ${whose} can do it again, and it is done once`, async ({
    page,
  }) => {
    await openDashboard(page);
    await interruptEach(page, states);
  });
