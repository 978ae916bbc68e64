import type { Locator, Page } from '@playwright/test';
import { ada, holdEnter, openDashboard, pastePatient } from '@tests/support/at-the-keyboard';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, rowsOf, someoneToOrderFor, timesAnswered } from '@tests/support/mock-control';
import type { TableName } from '@/mocks/kitwell/kitwell';

/** Reloads in the middle of a write; each button is pressed twice, as by an impatient user. */

/** An action that keeps the user waiting. */
interface BusyState {
  /** The text shown meanwhile. */
  readonly label: string;
  readonly operation: string;
  /** Checks what the reload kept, if `prepare` does not show it. */
  kept?(page: Page): Promise<void>;
  /** Fills in the form, from whichever page a reload opens. */
  prepare(page: Page): Promise<void>;
  send(page: Page): Promise<void>;
  /** Checks that it was done exactly once. */
  done(page: Page): Promise<void>;
}

const isShown = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

/** Delays the next response beyond the test's reload. */
const slowly = (page: Page, operation: string) =>
  page.evaluate((name) => window.__mock?.set(name, 'ok', { delay: 60_000, times: 1 }), operation);

/** Waits until the call has taken the delayed response: otherwise the reloaded page would get it for its own call. */
const isUnderWay = (page: Page, operation: string) =>
  page.waitForFunction(
    (name) => window.__mock?.scenario().overrides.every((armed) => armed.operation !== name),
    operation,
  );

/** Reloads during the action, expects the page to be idle, and repeats the action. */
async function interrupt(page: Page, state: BusyState): Promise<void> {
  const busy = page.locator('[aria-busy="true"], [role="menuitem"][aria-disabled="true"]').filter({
    hasText: state.label,
  });
  await state.prepare(page);
  await slowly(page, state.operation);
  await state.send(page);
  await expect(busy.first()).toBeVisible();
  await isUnderWay(page, state.operation);
  await page.reload();
  await mockReady(page);
  await state.kept?.(page);
  await state.prepare(page);
  await expect(busy).toHaveCount(0);
  await state.send(page);
  await state.done(page);
  expect(await timesAnswered(page, state.operation)).toBe(1);
}

/** Presses twice, as an impatient user does. */
const press = (around: Page | Locator, name: string) =>
  around.getByRole('button', { name, exact: true }).dblclick();

/** Expects the mock backend to have exactly one such row. */
const expectOne = async (page: Page, table: TableName, where: (row: Record<string, unknown>) => boolean) =>
  expect((await rowsOf(page, table)).filter(where)).toHaveLength(1);

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
  const states: readonly BusyState[] = [
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
  ];
  for (const state of states) await test.step(state.operation, () => interrupt(page, state));
});
