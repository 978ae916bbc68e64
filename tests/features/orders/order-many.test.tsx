import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { robin } from '@tests/support/demo';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectInPage, expectToast, toastText } from '@tests/support/outcomes';
import { loseResponse, pauseResponses } from '@tests/support/pause-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeStored } from '@/lib/storage';
import {
  choose,
  type Named,
  openOrders,
  openSection,
  orderableOf,
  patientWho,
  place,
  resultOf,
  sectionAtRest,
} from './support';

const placing = 'POST /alert/request-address-confirmation-single-patient';
const authorizing = 'POST /patient/authenticate';
const placingCall = { name: 'requestAddressConfirmation', operation: placing } as const;

const server = startMockServer();
// Three of twelve patients are authorized and have no order yet.
beforeEach(() => server.reset({ preset: 'demo', patients: 12 }));
afterEach(async () => {
  await sectionAtRest();
  vi.restoreAllMocks();
});

const orderable = () => orderableOf(server);

/** The summary for two patients, one of whose orders got no response. */
const oneUnknown = 'Address confirmation requested for 1 of 2 patients. 1 may or may not have been placed.';

/** Opens Order Kits for the patients and places the orders. */
async function orderFor(patients: readonly Named[]) {
  const { user } = await openSection(server);
  const dialog = await openOrders(user, patients);
  await place(user, dialog);
  return { user, dialog };
}

async function close(user: UserEvent, dialog: HTMLElement) {
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const emailedText = ({ patient_name }: Named) =>
  `We emailed ${patient_name} to confirm the delivery address.`;
const summary = (dialog: HTMLElement, text: string) => within(dialog).findByText(text);
const sentPatientIds = () =>
  callsTo(server, placing).map(({ request }) => (request as { body: { patientId: string } }).body.patientId);

describe('ordering kits for many patients', () => {
  it('asks once for the choice and the terms, and shows a result for each, without a toast', async () => {
    const [first, second, third] = orderable();
    const { user } = await openSection(server);
    const dialog = await openOrders(user, [first, second, third]);
    expect(within(dialog).getByText('You’re ordering a kit for each of 3 patients.')).toBeVisible();
    await choose(user, dialog);
    expect(
      within(dialog).getByText(
        'Essential 2 Panel, Every 3 Months. Price: $79 for each of 3 patients, $237 in total. All sales are final.',
      ),
    ).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Place Order' }));
    const terms = await screen.findByRole('dialog', { name: 'Terms and Conditions' });
    expect(within(terms).getByText(/We do not perform any testing/)).toBeVisible();
    expect(within(terms).getByText(/All sales are final/)).toBeVisible();
    expect(callsTo(server, placing)).toEqual([]);
    await user.click(within(terms).getByRole('button', { name: 'I agree' }));
    await summary(dialog, 'Address confirmation requested for 3 patients.');
    expect(callsTo(server, placing).map(({ request }) => request)).toEqual(
      [first, second, third].map(({ patient_id: patientId }) => ({
        body: { patientId, frequency: '3 Months', kitType: 'kit-essential-2' },
      })),
    );
    for (const patient of [first, second, third])
      expect(resultOf(dialog, patient)).toBe(emailedText(patient));
    expect(toastText()).toEqual([]);
    await close(user, dialog);
    for (const { patient_name } of [first, second, third])
      expect(screen.getByLabelText(`Select ${patient_name}`).closest('tr')).toHaveTextContent(
        'Address confirmation requested, just now',
      );
    expect(screen.getByText('0 selected')).toBeVisible();
  });

  it('goes on after a failure, shows its message, and tries only that patient again', async () => {
    const [first, second] = orderable();
    server.set(placing, '500', { times: 1 });
    const { user, dialog } = await orderFor([first, second]);
    await summary(dialog, 'Address confirmation requested for 1 of 2 patients. 1 failed.');
    expect(resultOf(dialog, first)).toBe('The confirmation email could not be sent.');
    expect(resultOf(dialog, second)).toBe(emailedText(second));
    const answers = pauseResponses(server, placingCall, []);
    await user.click(within(dialog).getByRole('button', { name: 'Try again for 1 patient' }));
    await answers.decided();
    expect(within(dialog).getByRole('button', { name: 'Pause' })).toHaveFocus();
    answers.releaseAll();
    await summary(dialog, 'Address confirmation requested for 2 patients.');
    expect(sentPatientIds()).toEqual([first.patient_id, second.patient_id, first.patient_id]);
    expect(toastText()).not.toContain('The confirmation email could not be sent.');
  });

  it('asks to type the number of more than 50 kits', async () => {
    await server.reset({ preset: 'demo', patients: 60 });
    for (const { patient_id } of server.db.list('patients') as { patient_id: string }[])
      await server.db.patch('patients', patient_id, { authorized: 1 });
    const { user } = await openSection(server);
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Order kits' }));
    const dialog = await screen.findByRole('dialog', { name: 'Order Kits' });
    await choose(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Place Order' }));
    const field = within(dialog).getByLabelText('Number of kits');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toBeInvalid();
    expect(screen.queryByRole('dialog', { name: 'Terms and Conditions' })).toBeNull();
    await user.type(field, '60');
    expect(field).toBeValid();
    await user.click(within(dialog).getByRole('button', { name: 'Place Order' }));
    expect(await screen.findByRole('dialog', { name: 'Terms and Conditions' })).toBeVisible();
    expect(callsTo(server, placing)).toEqual([]);
  });

  it('offers no other try where none can succeed, and says in the list who has an order', async () => {
    const [first, second] = orderable();
    server.set(placing, '400.noMessage', { times: 1 });
    const { user, dialog } = await orderFor([first, second]);
    await summary(dialog, 'Address confirmation requested for 1 of 2 patients. 1 already has an order.');
    expect(resultOf(dialog, first)).toBe('Order has already been placed for this patient.');
    expect(within(dialog).queryByRole('button', { name: /^Try again/ })).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Done' })).toHaveClass('btn-primary');
    await close(user, dialog);
    expect(screen.getByLabelText(`Select ${first.patient_name}`).closest('tr')).toHaveTextContent(
      'Has an order',
    );
    expect(screen.getByText('0 selected')).toBeVisible();
  });

  it('orders again for a patient whose order got no answer only after naming the risk', async () => {
    const [first, second] = orderable();
    loseResponse(server, 'requestAddressConfirmation');
    const { user, dialog } = await orderFor([first, second]);
    await summary(dialog, oneUnknown);
    expect(resultOf(dialog, first)).toMatch(
      /^Network error. Please check your connection and try again.We didn’t get a response, so your order may or may not have been placed/,
    );
    expect(
      within(dialog).getByText(
        `We didn’t get a response (1): ${first.patient_name}. A placed order emails the patient to confirm the address, so check with the patient or your lab before you order again.`,
      ),
    ).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: /^Try again/ })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Order again for 1 patient' }));
    const question = await screen.findByRole('alertdialog', { name: 'Order a second time?' });
    expect(question).toHaveTextContent(
      'We may have placed the first order although we got no response. If we did, a second kit may be ordered and charged. All sales are final.',
    );
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sentPatientIds()).toEqual([first.patient_id, second.patient_id]);
    server.set(placing, '400.noMessage', { times: 1 });
    const again = within(dialog).getByRole('button', { name: 'Order again for 1 patient' });
    await waitFor(() => expect(again).toHaveFocus());
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Order again' }));
    await summary(dialog, 'Address confirmation requested for 2 patients.');
    expect(resultOf(dialog, first)).toBe('Order has already been placed for this patient.');
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Done' })).toHaveFocus());
  });

  it('needs card and lab', async () => {
    await server.reset({ preset: 'new-clinic' });
    const patient = patientWho(server, { authorized: 0, ordered: false });
    const { user } = await openSection(server);
    const dialog = await openOrders(user, [patient]);
    expect(await within(dialog).findByText('Still missing: card details and lab details.')).toBeVisible();
    await user.click(
      within(dialog).getByRole('checkbox', { name: 'Leave out the patient who isn’t authorized' }),
    );
    await choose(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Place Order' }));
    const message = 'Please add your card details and lab details before placing orders.';
    await expectInPage(dialog, message);
    const intoView = vi.spyOn(Element.prototype, 'scrollIntoView');
    await user.click(within(dialog).getByRole('button', { name: 'Place Order' }));
    await waitFor(() =>
      expect(intoView.mock.contexts.at(-1)).toHaveTextContent(/^Please add your card details/),
    );
    expect(toastText()).toEqual([]);
    expect(callsTo(server, placing)).toEqual([]);
  });
});

describe('patients who are not authorized', () => {
  it('are listed apart and left out by default', async () => {
    const [first] = orderable();
    const not = patientWho(server, { authorized: 0, ordered: false });
    const { user } = await openSection(server);
    const dialog = await openOrders(user, [first, not]);
    expect(within(dialog).getByText('You’re ordering a kit for 1 patient.')).toBeVisible();
    expect(within(dialog).getByText(`Not authorized (1): ${not.patient_name}.`)).toBeVisible();
    expect(
      within(dialog).getByRole('checkbox', { name: 'Leave out the patient who isn’t authorized' }),
    ).toBeChecked();
    await place(user, dialog);
    await summary(dialog, 'Address confirmation requested for 1 patient.');
    expect(sentPatientIds()).toEqual([first.patient_id]);
    expect(resultOf(dialog, not)).toBe('Left out: not authorized');
  });

  it('get an order once they are authenticated in the dialog', async () => {
    const [first] = orderable();
    const not = patientWho(server, { authorized: 0, ordered: false });
    const { user } = await openSection(server);
    const dialog = await openOrders(user, [first, not]);
    await user.click(within(dialog).getByRole('button', { name: 'Authenticate' }));
    await expectToast('Patients authenticated successfully');
    expect(await within(dialog).findByText('You’re ordering a kit for each of 2 patients.')).toBeVisible();
    expect(callsTo(server, authorizing).map(({ request }) => request)).toEqual([
      { body: { patientIds: [not.patient_id], authorized: 1 } },
    ]);
    await place(user, dialog);
    await summary(dialog, 'Address confirmation requested for 2 patients.');
  });
});

it('patients with an order are left out by default', async () => {
  const [first, second] = orderable();
  const { user, dialog } = await orderFor([first]);
  await summary(dialog, 'Address confirmation requested for 1 patient.');
  await close(user, dialog);
  const again = await openOrders(user, [first, second]);
  expect(
    within(again).getByText(`Address confirmation already requested (1): ${first.patient_name}.`),
  ).toBeVisible();
  await place(user, again);
  await summary(again, 'Address confirmation requested for 1 patient.');
  expect(sentPatientIds()).toEqual([first.patient_id, second.patient_id]);
});

describe('pausing', () => {
  it('finishes the running order, shows how far it is, and goes on', async () => {
    const patients = orderable();
    const answers = pauseResponses(server, placingCall, []);
    const { user, dialog } = await orderFor(patients);
    await answers.decided();
    expect(resultOf(dialog, patients[0])).toBe('Placing Order...');
    expect(resultOf(dialog, patients[1])).toBe('Waiting');
    await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
    expect(within(dialog).getByRole('button', { name: 'Pausing...' })).toBeDisabled();
    await answers.releaseNext();
    expect(await within(dialog).findByText('Paused. 2 patients still waiting.')).toBeVisible();
    expect(within(dialog).getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 of 3');
    expect(sentPatientIds()).toEqual([patients[0].patient_id]);
    answers.releaseAll();
    await user.click(within(dialog).getByRole('button', { name: 'Resume' }));
    await summary(dialog, 'Address confirmation requested for 3 patients.');
    expect(sentPatientIds()).toEqual(patients.map(({ patient_id }) => patient_id));
  });

  it('is what closing does; the results are kept, and a notice leads back to them', async () => {
    const [first, second] = orderable();
    const answers = pauseResponses(server, placingCall, []);
    const { user, dialog } = await orderFor([first, second]);
    await answers.decided();
    await user.keyboard('{Escape}');
    expect(await within(dialog).findByRole('button', { name: 'Pausing...' })).toBeDisabled();
    answers.releaseAll();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Ordering kits is paused. 1 patient still waiting.')).toBeVisible();
    expect(sentPatientIds()).toEqual([first.patient_id]);
    await user.click(screen.getByRole('button', { name: 'Show results' }));
    const again = await screen.findByRole('dialog', { name: 'Order Kits' });
    expect(resultOf(again, first)).toBe(emailedText(first));
    await user.click(within(again).getByRole('button', { name: 'Resume' }));
    await summary(again, 'Address confirmation requested for 2 patients.');
    expect(sentPatientIds()).toEqual([first.patient_id, second.patient_id]);
  });
});

describe('another selection', () => {
  it('starts without the kit that was chosen for the last one; the same selection keeps it', async () => {
    const [first, second] = orderable();
    const { user } = await openSection(server);
    const leave = async (dialog: HTMLElement) => {
      await user.keyboard('{Escape}');
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
    };
    const dialog = await openOrders(user, [first]);
    await choose(user, dialog);
    await leave(dialog);
    const same = await openOrders(user, []);
    expect(within(same).getByLabelText('Frequency')).toHaveValue('3 Months');
    await leave(same);
    const other = await openOrders(user, [second]);
    expect(within(other).getByLabelText('Frequency')).toHaveValue('');
    expect(within(other).getByLabelText('Kit Type')).toHaveValue('');
  });

  it('keeps failed results until the user dismisses them, and is then ordered', async () => {
    const [first, second] = orderable();
    server.set(placing, '500', { times: 1 });
    const { user, dialog } = await orderFor([first]);
    await summary(dialog, 'Address confirmation requested for 0 of 1 patient. 1 failed.');
    await close(user, dialog);
    await user.click(screen.getByLabelText(`Select ${first.patient_name}`));
    const again = await openOrders(user, [second]);
    expect(resultOf(again, first)).toBe('The confirmation email could not be sent.');
    expect(within(again).getByRole('button', { name: 'Try again for 1 patient' })).toBeEnabled();
    expect(within(again).getByText(`Selected to order for next (1): ${second.patient_name}.`)).toBeVisible();
    await user.click(within(again).getByRole('button', { name: 'Dismiss results and order for 1 patient' }));
    expect(await within(again).findByText('You’re ordering a kit for 1 patient.')).toHaveFocus();
    await place(user, again);
    await summary(again, 'Address confirmation requested for 1 patient.');
    expect(sentPatientIds()).toEqual([first.patient_id, second.patient_id]);
  });
});

describe('in the dashboard', () => {
  async function openDashboard() {
    await server.as('provider');
    writeStored('activeOption', 'authenticate');
    const app = renderApp('/dashboard');
    await screen.findByLabelText(`Select ${robin}`);
    return app;
  }

  const announced = () => document.querySelector('[aria-live="polite"].sr-only');

  it('announces that orders are sent, paused and done, also when they are tried again', async () => {
    const [first, second] = orderable();
    const answers = pauseResponses(server, placingCall, ['500']);
    const { user } = await openDashboard();
    const dialog = await openOrders(user, [first, second]);
    await place(user, dialog);
    await answers.decided();
    expect(announced()).toHaveTextContent('Ordering kits');
    await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
    await answers.releaseNext();
    await waitFor(() => expect(announced()).toHaveTextContent('Paused. 1 patient still waiting.'));
    expect(
      within(dialog).getByText('Paused. 1 patient still waiting.').closest('[role="status"]'),
    ).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Leave out the last patient' }));
    expect(announced()).toHaveTextContent('Address confirmation requested for 0 of 1 patient. 1 failed.');
    await user.click(within(dialog).getByRole('button', { name: 'Try again for 1 patient' }));
    expect(announced()).toHaveTextContent('Ordering kits');
    answers.releaseAll();
    await waitFor(() =>
      expect(announced()).toHaveTextContent('Address confirmation requested for 1 patient.'),
    );
  });
});
