import { screen, waitFor, within } from '@testing-library/react';
import { openSection, patientWho, sectionAtRest } from '@tests/features/orders/support';
import { failure, planFor, toursOf } from '@tests/support/machine-paths';
import { startMockServer } from '@tests/support/mock-server';
import { expectToast, linesOf, nothingPending } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AnyMachineSnapshot, type EventObject, initialTransition, transition } from 'xstate';
import { api } from '@/app/api';
import type { PatientId } from '@/contract';
import { orderKitMachine } from '@/machines/order-kit.machine';

const placing = {
  name: 'requestAddressConfirmation',
  operation: 'POST /alert/request-address-confirmation-single-patient',
} as const;
const blank = { frequency: '', kitType: '' };

const plan = planFor(orderKitMachine, {
  input: { patientId: 'P-1' as PatientId, canOrder: true, unanswered: false },
  events: [
    { type: 'PLACE', frequency: '3 Months', kitType: 'kit-essential-2' },
    { type: 'PLACE', ...blank },
    { type: 'AGREE' },
    { type: 'DECLINE' },
    { type: 'BILLING_CHANGED', canOrder: false },
  ],
  services: ['watchOrders'],
  answers: { placeOrder: [{ success: true }] },
  errors: [failure('requestAddressConfirmation', 400), failure('requestAddressConfirmation', 'no-response')],
});

/** §5 "Order" and §8 "Order", written by hand. */
const messages = {
  billing: 'Please add your card details and lab details before placing orders.',
  blank: 'Please enter all the required fields.',
  conflict: 'Order has already been placed for this patient.',
  network: 'Network error. Please check your connection and try again.',
};
const mayBeOrdered = /^We didn’t get a response, so your order may or may not have been placed/;

const hasBlanks = (event: EventObject) => 'frequency' in event && event.frequency === '';
const isErrorResponse = (event: EventObject) =>
  'error' in event && JSON.stringify(event.error).includes('"status":400');

/** The mock's branch for this event; null if the event is not a response. */
function branchOf(event: EventObject): string | null {
  if (event.type === 'xstate.done.actor.placeOrder') return 'ok';
  if (event.type !== 'xstate.error.actor.placeOrder') return null;
  return isErrorResponse(event) ? '400.noMessage' : 'network';
}

const nameOf = (event: EventObject): string => {
  const branch = branchOf(event);
  if (branch !== null) return `${event.type.split('.').slice(1).join('.')} (${branch})`;
  return hasBlanks(event) ? 'PLACE (blank)' : event.type;
};

const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo', patients: 4 }));
afterEach(sectionAtRest);

async function openOrder(branches: string[]) {
  const { patient_name: name } = patientWho(server, { authorized: 1, ordered: false });
  const { user, store } = await openSection(server);
  await nothingPending(store);
  await user.click(screen.getByRole('button', { name: `Order kit for ${name}` }));
  const order = await screen.findByRole('dialog', { name: 'Order Kit' });
  await within(order).findByRole('option', { name: 'Essential 2 Panel, $79' });
  const answers = pauseResponses(server, placing, branches);

  const press = (button: string) => user.click(screen.getByRole('button', { name: button }));
  const place = async (frequency: string, kit: string) => {
    await user.selectOptions(within(order).getByLabelText('Frequency'), frequency);
    await user.selectOptions(within(order).getByLabelText('Kit Type'), kit);
    await press('Place Order');
  };
  /** The card is removed on the server, and the page fetches the status again. */
  const loseCard = async () => {
    // The server checks the card when an order arrives, so a pending order must have been decided first.
    if (screen.queryAllByText('Placing Order...').length > 0) await answers.decided();
    const key = server.db.keyOf('cards');
    for (const card of server.db.list('cards')) await server.db.remove('cards', Reflect.get(card, key));
    // Refetch directly: an invalidated tag would wait for the order to end.
    const options = { forceRefetch: true, subscribe: false };
    await store.dispatch(api.endpoints.checkPaymentDetails.initiate(undefined, options));
    // In the section and in the dialog.
    await screen.findAllByRole('button', { name: 'Add card details', hidden: true });
  };
  const userActions: Record<string, (event: EventObject) => unknown> = {
    PLACE: (event) =>
      hasBlanks(event)
        ? place('Choose a frequency', 'Choose a kit')
        : place('Every 3 Months', 'Essential 2 Panel, $79'),
    AGREE: () => press('I agree'),
    DECLINE: () => press('Close'),
    BILLING_CHANGED: loseCard,
    'xstate.done.actor.placeOrder': answers.releaseNext,
    'xstate.error.actor.placeOrder': answers.releaseNext,
  };
  return { name, order, answers, userActions };
}

const dialog = (name: string) => screen.queryByRole('dialog', { name });

function textInPage(order: HTMLElement): string[] {
  const alerts = within(order).queryAllByRole('alert');
  return Object.values(messages).filter((text) => alerts.some((alert) => linesOf(alert).includes(text)));
}

function expectedText({ context }: AnyMachineSnapshot): string[] {
  if (context.failure !== null)
    return [context.failure.status === 400 ? messages.conflict : messages.network];
  return context.validationError === null ? [] : [context.validationError];
}

/** The screen matches the machine's tags. */
async function expectShown(snapshot: AnyMachineSnapshot, order: HTMLElement, name: string) {
  if (snapshot.hasTag('placed')) {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { placedBefore } = snapshot.context;
    return expectToast(
      placedBefore ? messages.conflict : `We emailed ${name} to confirm the delivery address.`,
    );
  }
  if (snapshot.hasTag('form')) {
    await waitFor(() => expect(dialog('Terms and Conditions')).toBeNull());
    await waitFor(() => expect(dialog('Order Kit')).toBe(order));
    await waitFor(() => expect(textInPage(order)).toEqual(expectedText(snapshot)));
    return expect(within(order).queryAllByText(mayBeOrdered)).toHaveLength(
      snapshot.hasTag('outcome-unknown') ? 1 : 0,
    );
  }
  expect(snapshot.hasTag('terms')).toBe(true);
  const terms = await screen.findByRole('dialog', { name: 'Terms and Conditions' });
  const label = snapshot.hasTag('busy') ? 'Placing Order...' : 'I agree';
  const agree = await within(terms).findByRole('button', { name: label });
  if (snapshot.hasTag('busy')) expect(agree).toBeDisabled();
  else expect(agree).toBeEnabled();
}

const paths = toursOf(plan).map((walk) => ({ name: walk.map(nameOf).join(' → '), walk }));

it.each(paths)('every state of ordering a kit is what the screen shows: $name', async ({ walk }) => {
  const branches = walk.map(branchOf).filter((branch) => branch !== null);
  const { name, order, answers, userActions } = await openOrder(branches);
  let [snapshot]: [AnyMachineSnapshot, ...unknown[]] = initialTransition(plan.machine, plan.input);
  await expectShown(snapshot, order, name);
  for (const event of walk) {
    await userActions[event.type]?.(event);
    [snapshot] = transition(plan.machine, snapshot, event);
    await expectShown(snapshot, order, name);
  }
  answers.releaseAll();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Placing Order...' })).toBeNull());
});
