import type { Page } from '@playwright/test';
import type { EventObject } from 'xstate';
import type { PatientId } from '@/contract';
import { authorizeMachine } from '@/machines/authorize.machine';
import { orderKitMachine } from '@/machines/order-kit.machine';
import {
  anyRow,
  closeDialogs,
  enabled,
  gone,
  holds,
  openSection,
  openTab,
  optionsLoaded,
} from '../on-screen';
import { provider, signedInAs } from '../signed-in';
import { expectSaved, type Flow, rows } from '../soak-user';
import { walk } from '../walk';

async function toOrders(page: Page): Promise<void> {
  await openSection(page, 'Booking / Order Kits');
  await openTab(page, 'Authenticate & Order Kits');
}

export const authorize: Flow = {
  name: 'authorizing',
  async go(user) {
    const { page } = user;
    await signedInAs(user, provider);
    await toOrders(page);
    const row = await anyRow(user, 'checkbox', 'Select');
    const [known] = await rows(page, 'patients', { patient_name: row.name });
    const id = String(known?.patient_id) as PatientId;
    const button = page.getByRole('button', { name: 'Authenticate', exact: true });
    const count = page.getByText(/^\d+ selected/);
    await walk(user, {
      page,
      machine: authorizeMachine,
      acts: [
        { event: { type: 'TOGGLE', id } as EventObject, perform: () => row.control.click() },
        // Without a selection the press is rejected before any call.
        { event: { type: 'AUTHORIZE' }, perform: () => button.dblclick() },
      ],
      calls: {
        setAuthorization: {
          operation: 'POST /patient/authenticate',
          async confirmed() {
            await count.filter({ hasText: '0 selected' }).waitFor();
            user.confirmSaved({ table: 'patients', where: { patient_id: id }, holds: { authorized: 1 } });
          },
          async kept() {
            await button.waitFor();
            await count.filter({ hasText: '1 selected' }).waitFor();
          },
        },
      },
    });
    if (await count.filter({ hasText: '1 selected' }).isVisible()) await row.control.click();
  },
};

export const orderKit: Flow = {
  name: 'ordering a kit',
  async go(user) {
    const { page } = user;
    await signedInAs(user, provider);
    await toOrders(page);
    const row = await anyRow(user, 'button', 'Order kit for');
    await row.control.click();
    const dialog = page.getByRole('dialog', { name: 'Order Kit' });
    const terms = page.getByRole('dialog', { name: 'Terms and Conditions' });
    const place = dialog.getByRole('button', { name: 'Place Order' });
    const kitType = dialog.getByLabel('Kit Type');
    await optionsLoaded(page, kitType);
    const [known] = await rows(page, 'patients', { patient_name: row.name });
    let kit = '';
    await walk(user, {
      page,
      machine: orderKitMachine,
      input: { patientId: 'P-1' as PatientId, canOrder: true },
      acts: [
        {
          event: { type: 'PLACE', frequency: '3 Months', kitType: 'kit' } as EventObject,
          async perform() {
            await dialog.getByLabel('Frequency').selectOption('3 Months');
            await kitType.selectOption({ index: 1 + user.random.below(2) });
            kit = await kitType.inputValue();
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
      calls: {
        placeOrder: {
          operation: 'POST /alert/request-address-confirmation-single-patient',
          output: { success: true },
          async confirmed() {
            await gone(dialog);
            // A further order before the patient's confirmation replaces the pending one, so check it right away.
            const where = { patient_id: known?.patient_id, order_id: null };
            await expectSaved(page, { table: 'confirmations', where, holds: { kit_type: kit } });
          },
          async kept(after) {
            await gone(terms);
            // A rejection after a lost answer may say that there is an order.
            if (after.hasTag('placed')) return gone(dialog);
            await place.waitFor();
            await holds(dialog.getByLabel('Frequency'), '3 Months');
          },
        },
      },
    });
    await closeDialogs(page);
  },
};
