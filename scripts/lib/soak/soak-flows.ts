import type { Locator, Page } from '@playwright/test';
import type { AnyStateMachine, EventObject } from 'xstate';
import type { Patient, PatientId } from '@/contract';
import { authorizeMachine } from '@/machines/authorize.machine';
import { editPatientMachine } from '@/machines/edit-patient.machine';
import { invitationMachine } from '@/machines/invitation.machine';
import { orderKitMachine } from '@/machines/order-kit.machine';
import { savePatientsMachine } from '@/machines/save-patients.machine';
import type { SoakUser } from './soak-user';

/** One thing that a user may do, as the machine and as the screen knows it. */
export interface Act {
  readonly event: EventObject;
  perform(): Promise<void>;
}

/** A way through one of the machines, walked on the screen. */
export interface Flow {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly input?: unknown;
  /** The one call that the machine makes, and its answer where it is good. */
  readonly operation: string;
  readonly answer: unknown;
  /** Goes to the screen; gives what may be done there, of which the machine says what is possible when. */
  open(user: SoakUser): Promise<Walk>;
}

export interface Walk {
  readonly acts: readonly Act[];
  /** The call went well: waits for the screen to say so, and notes what was promised. */
  confirmed(): Promise<void>;
  /** The call failed: nothing of the input may be lost, and another try must be possible. */
  kept(): Promise<void>;
  /** Leaves the screen as it was found. */
  leave(): Promise<void>;
}

const sidebar = (page: Page, entry: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: entry }).click();

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** Waits for something that needs a list; where the list could not be loaded, asks for it again as the page offers. */
export async function loaded(page: Page, wanted: Locator): Promise<void> {
  const retry = page.getByRole('button', { name: 'Retry' });
  const isThere = () => wanted.or(retry).first().waitFor({ timeout: 40_000 });
  for (let tries = 0; tries < 12; tries += 1) {
    await isThere();
    if (await wanted.first().isVisible()) return;
    await retry
      .first()
      .click({ timeout: 5000 })
      .catch(() => undefined);
    await page.waitForTimeout(100);
  }
  throw new Error('a list did not load in twelve tries');
}

/** Waits until a button may be pressed; where something it needs could not be loaded, asks for it as the page offers. */
async function enabled(button: Locator, around: Locator): Promise<void> {
  const retry = around.getByRole('button', { name: 'Retry' });
  for (let waited = 0; waited < 60_000; waited += 100) {
    if (await button.isEnabled()) return;
    if (await retry.first().isVisible())
      await retry
        .first()
        .click({ timeout: 1000 })
        .catch(() => undefined);
    await button.page().waitForTimeout(100);
  }
  throw new Error('a button could not be pressed for a minute');
}

/** One of the buttons that stand in the rows, and the name of the row's patient. */
async function anyRow(user: SoakUser, role: 'button' | 'checkbox', verb: string) {
  const all = user.page.getByRole(role, { name: new RegExp(`^${verb} (?!all)`) });
  await loaded(user.page, all);
  const control = all.nth(user.draw.below(await all.count()));
  const label = (await control.getAttribute('aria-label')) ?? (await control.innerText());
  const name = label.replace(`${verb} `, '');
  return { control: user.page.getByRole(role, { name: `${verb} ${name}`, exact: true }).first(), name };
}

/** Waits until a field holds a value. */
async function holds(field: Locator, value: string): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    if ((await field.inputValue()) === value) return;
    await field.page().waitForTimeout(50);
  }
  throw new Error(`a field holds ${JSON.stringify(await field.inputValue())} instead of "${value}"`);
}

const gone = (locator: Locator) => locator.waitFor({ state: 'hidden', timeout: 15_000 });

const address = ['1 Main St', 'Boston', '02101', 'MA', 'United States'];

const addPatients: Flow = {
  name: 'adding patients',
  machine: savePatientsMachine,
  operation: 'POST /patient/add-patients',
  answer: undefined,
  async open(user) {
    const { page } = user;
    await sidebar(page, 'Patients');
    await tab(page, 'Add Patients');
    const first = page.getByLabel('Name, row 1', { exact: true });
    await first.waitFor();
    let email = '';
    let name = '';
    /** A new patient, over what could not be saved before. */
    const paste = async () => {
      email = `${user.fresh('pat')}@example.com`;
      name = user.fresh('Soak Patient ');
      await first.click();
      await page.evaluate(
        (text) => {
          const data = new DataTransfer();
          data.setData('text/plain', text);
          document.activeElement?.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
          );
        },
        [name, email, '+1 212 555 0100', '36', ...address].join('\t'),
      );
      await holds(first, name);
    };
    await paste();
    const save = page.getByRole('button', { name: 'Save All' });
    return {
      acts: [
        {
          event: { type: 'SAVE', rows: [completeRow] } as EventObject,
          async perform() {
            if ((await first.inputValue()) === '') await paste();
            await save.dblclick();
          },
        },
      ],
      async confirmed() {
        await holds(first, '');
        user.confirmSaved({
          table: 'patients',
          where: { patient_email: email },
          holds: { patient_name: name },
        });
      },
      async kept() {
        await save.waitFor();
        await holds(first, name);
      },
      async leave() {
        // What could not be saved stays in the grid; the next patient is pasted over it.
      },
    };
  },
};

/** As the machine needs it to see that there is something to save. */
const completeRow = {
  key: 'soak',
  name: 'Soak',
  email: 'soak@example.com',
  phone: '+1 212 555 0100',
  age: '36',
  street: '1 Main St',
  city: 'Boston',
  postalCode: '02101',
  state: 'MA',
  country: 'United States',
  addressLine2: '',
  shippingType: '',
  frequency: '',
  kitType: '',
};

const editPatient: Flow = {
  name: 'editing a patient',
  machine: editPatientMachine,
  operation: 'PUT /patient/update-patient/{id}',
  answer: undefined,
  async open(user) {
    const { page } = user;
    await sidebar(page, 'Patients');
    await tab(page, 'Update Patients');
    const table = page.getByRole('table', { name: 'Patients' });
    const row = await anyRow(user, 'button', 'Edit');
    const [known] = await rows(page, 'patients', { patient_name: row.name });
    const patient = known as unknown as Patient;
    const phone = `+1 212 555 ${String(user.draw.below(10_000)).padStart(4, '0')}`;
    const field = table.getByRole('textbox', { name: 'Phone' });
    const save = table.getByRole('button', { name: 'Save', exact: true });
    const cancel = table.getByRole('button', { name: 'Cancel', exact: true });
    return {
      acts: [
        { event: { type: 'EDIT', row: patient } as EventObject, perform: () => row.control.click() },
        {
          event: { type: 'SAVE', record: patient } as EventObject,
          perform: async () => {
            await field.fill(phone);
            await field.press('Enter');
          },
        },
        { event: { type: 'CANCEL' }, perform: () => cancel.click() },
      ],
      async confirmed() {
        await gone(field);
        user.confirmSaved({
          table: 'patients',
          where: { patient_email: patient.patient_email },
          holds: { patient_phone: phone },
        });
      },
      async kept() {
        await save.waitFor();
        await holds(field, phone);
      },
      async leave() {
        if (await cancel.isVisible()) await cancel.click();
      },
    };
  },
};

const authorize: Flow = {
  name: 'authorizing',
  machine: authorizeMachine,
  operation: 'POST /patient/authenticate',
  answer: undefined,
  async open(user) {
    const { page } = user;
    await toOrders(page);
    const row = await anyRow(user, 'checkbox', 'Select');
    const [known] = await rows(page, 'patients', { patient_name: row.name });
    const id = String(known?.patient_id) as PatientId;
    const button = page.getByRole('button', { name: 'Authenticate', exact: true });
    const count = page.getByText(/^\d+ selected/);
    return {
      acts: [
        { event: { type: 'TOGGLE', id } as EventObject, perform: () => row.control.click() },
        // With nobody selected the press is refused before any call.
        { event: { type: 'AUTHORIZE' }, perform: () => button.dblclick() },
      ],
      async confirmed() {
        await count.filter({ hasText: '0 selected' }).waitFor();
        user.confirmSaved({ table: 'patients', where: { patient_id: id }, holds: { authorized: 1 } });
      },
      async kept() {
        await button.waitFor();
        await count.filter({ hasText: '1 selected' }).waitFor();
      },
      async leave() {
        if (await count.filter({ hasText: '1 selected' }).isVisible()) await row.control.click();
      },
    };
  },
};

async function toOrders(page: Page): Promise<void> {
  await sidebar(page, 'Booking / Order Kits');
  await tab(page, 'Authenticate & Order Kits');
}

const orderKit: Flow = {
  name: 'ordering a kit',
  machine: orderKitMachine,
  input: { patientId: 'P-1' as PatientId, canOrder: true },
  operation: 'POST /alert/request-address-confirmation-single-patient',
  answer: { success: true },
  async open(user) {
    const { page } = user;
    await toOrders(page);
    const row = await anyRow(user, 'button', 'Order kit for');
    await row.control.click();
    const dialog = page.getByRole('dialog', { name: 'Order Kit' });
    const terms = page.getByRole('dialog', { name: 'Terms and Conditions' });
    const place = dialog.getByRole('button', { name: 'Place Order' });
    await loaded(page, dialog.getByLabel('Kit Type').locator('option:nth-child(2)').locator('..'));
    const [known] = await rows(page, 'patients', { patient_name: row.name });
    let kit = '';
    return {
      acts: [
        {
          event: { type: 'PLACE', frequency: '3 Months', kitType: 'kit' } as EventObject,
          async perform() {
            await dialog.getByLabel('Frequency').selectOption('3 Months');
            await dialog.getByLabel('Kit Type').selectOption({ index: 1 + user.draw.below(2) });
            kit = await dialog.getByLabel('Kit Type').inputValue();
            await enabled(place, dialog);
            await place.click();
            await terms.waitFor();
          },
        },
        {
          event: { type: 'AGREE' },
          perform: () => terms.getByRole('button', { name: 'I agree' }).dblclick(),
        },
        { event: { type: 'CLOSE' }, perform: () => page.keyboard.press('Escape') },
      ],
      async confirmed() {
        await gone(dialog);
        // A further order before the patient has confirmed replaces the one that waits, so it is looked at right away.
        const wanted = { patient_id: known?.patient_id, order_id: null, kit_type: kit };
        const found = await rows(page, 'confirmations', wanted);
        if (found.length !== 1)
          throw new Error(`lost write: an order of ${kit} is there ${found.length} times`);
      },
      async kept() {
        await gone(terms);
        await place.waitFor();
        await holds(dialog.getByLabel('Frequency'), '3 Months');
      },
      leave: () => closeDialogs(page),
    };
  },
};

const invite: Flow = {
  name: 'inviting to an appointment',
  machine: invitationMachine,
  operation: 'POST /booking/send-invitation',
  answer: { success: true },
  async open(user) {
    const { page } = user;
    await sidebar(page, 'Booking / Order Kits');
    await tab(page, 'Booked Appointments');
    const row = await anyRow(user, 'button', 'Book');
    await row.control.click();
    const dialog = page.getByRole('dialog', { name: 'Book Appointment' });
    const slot = user.fresh('Some day, slot ');
    await dialog.getByLabel('Provider Type').fill('Physician');
    await dialog.getByLabel('Time Slot').fill(slot);
    const link = dialog.getByLabel('Meet Link');
    await link.fill('https://meet.example.com/soak');
    const invitation = {
      providerType: 'x',
      timeSlot: slot,
      meetLink: 'https://meet.example.com/soak',
      patientId: 'P-1',
    };
    return {
      // Enter held down.
      acts: [
        {
          event: { type: 'SEND', invitation } as EventObject,
          async perform() {
            await link.focus();
            for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
            await page.keyboard.up('Enter');
          },
        },
      ],
      async confirmed() {
        await gone(dialog);
        user.confirmSaved({
          table: 'appointments',
          where: { time_slot: slot },
          holds: { provider_type: 'Physician' },
        });
      },
      async kept() {
        await dialog.getByRole('button', { name: 'Send Invitation' }).waitFor();
        await holds(dialog.getByLabel('Time Slot'), slot);
      },
      leave: () => closeDialogs(page),
    };
  },
};

async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog');
  for (let tries = 0; tries < 5 && (await dialogs.count()) > 0; tries += 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(250);
  }
}

/** The rows of a table of the mock backend that hold these values. */
export async function rows(
  page: Page,
  table: string,
  where: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>[]> {
  const all = await page.evaluate(
    (name) => (window.__mock?.db.list(name) ?? []) as Record<string, unknown>[],
    table,
  );
  return all.filter((row) => Object.entries(where).every(([field, value]) => row[field] === value));
}

export const flows: readonly [Flow, ...Flow[]] = [addPatients, editPatient, authorize, orderKit, invite];
