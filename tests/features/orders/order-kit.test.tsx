import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { robin } from '@tests/support/demo';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectInPage, expectToast, toastText } from '@tests/support/outcomes';
import { loseResponse, pauseResponses } from '@tests/support/pause-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/app/api';
import { choose, openSection, patientWho, place, sectionAtRest } from './support';

const placing = 'POST /alert/request-address-confirmation-single-patient';
const authorizing = 'POST /patient/authenticate';
const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo', patients: 4 }));
afterEach(sectionAtRest);

async function openOrder(user: UserEvent, name: string) {
  await user.click(screen.getByRole('button', { name: `Order kit for ${name}` }));
  return screen.findByRole('dialog', { name: 'Order Kit' });
}

async function placeAndAgree(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Place Order' }));
  await user.click(await screen.findByRole('button', { name: 'I agree' }));
}

describe('ordering a kit', () => {
  it("shows the patient's name, email and age", async () => {
    const patient = patientWho(server, { authorized: 1, ordered: false });
    const { user } = await openSection(server);
    const order = await openOrder(user, patient.patient_name);
    expect(within(order).getByText(patient.patient_name)).toBeVisible();
    expect(within(order).getByText(patient.patient_email)).toBeVisible();
    expect(within(order).getByText(String(patient.patient_age))).toBeVisible();
  });

  it('shows the price of each kit, and what is chosen in a line with the price', async () => {
    const { user } = await openSection(server);
    const order = await openOrder(user, robin);
    await within(order).findByRole('option', { name: 'Essential 2 Panel, $79' });
    const kits = within(within(order).getByLabelText('Kit Type')).getAllByRole('option');
    expect(kits.slice(1).map((kit) => kit.textContent)).toEqual([
      'Essential 2 Panel, $79',
      'Standard 5 Panel, $129',
      'Complete 10 Panel, $249',
      'Three-Site Panel, $149',
      'HIV & Syphilis Panel, $89',
    ]);
    expect(within(order).queryByText(/All sales are final/)).toBeNull();
    await choose(user, order);
    expect(
      within(order).getByText('Essential 2 Panel, Every 3 Months. Price: $79. All sales are final.'),
    ).toBeVisible();
  });

  it('sends nothing before the terms of sign-up and payment are agreed to', async () => {
    const { user } = await openSection(server);
    await choose(user, await openOrder(user, robin));
    await user.click(screen.getByRole('button', { name: 'Place Order' }));
    const terms = await screen.findByRole('dialog', { name: 'Terms and Conditions' });
    expect(within(terms).getByText(/We do not perform any testing/)).toBeVisible();
    expect(within(terms).getByText(/All sales are final/)).toBeVisible();
    expect(within(terms).getByText(/reported within \[timeframe, e\.g\. 7 days\]/)).toBeVisible();
    expect(callsTo(server, placing)).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Terms and Conditions' })).toBeNull());
    expect(await screen.findByLabelText('Kit Type')).toHaveValue('kit-essential-2');
    expect(callsTo(server, placing)).toEqual([]);
  });

  it("places it, shows the server's message, closes both dialogs, and starts with the same choice the next time", async () => {
    const patient = patientWho(server, { authorized: 1, ordered: false });
    const { user } = await openSection(server);
    await place(user, await openOrder(user, patient.patient_name));
    await expectToast(`We emailed ${patient.patient_name} to confirm the delivery address.`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsTo(server, placing).map(({ request }) => request)).toEqual([
      { body: { patientId: patient.patient_id, frequency: '3 Months', kitType: 'kit-essential-2' } },
    ]);
    const again = await openOrder(user, robin);
    expect(within(again).getByLabelText('Frequency')).toHaveValue('3 Months');
    expect(within(again).getByLabelText('Kit Type')).toHaveValue('kit-essential-2');
  });

  it('is busy while it is placed, and places it once', async () => {
    server.set(placing, '500', { delay: 400, times: 1 });
    const { user } = await openSection(server);
    await choose(user, await openOrder(user, robin));
    await placeAndAgree(user);
    const terms = await screen.findByRole('dialog', { name: 'Terms and Conditions' });
    expect(within(terms).getByRole('button', { name: 'Placing Order...' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(within(terms).getByRole('button', { name: 'Placing Order...' })).toBeVisible();
    await within(await screen.findByRole('dialog', { name: 'Order Kit' })).findByText(
      'The confirmation email could not be sent.',
    );
    expect(callsTo(server, placing)).toHaveLength(1);
  });

  it('still shows it in a dialog that is opened again, and treats "already" as placed there, too', async () => {
    const patient = patientWho(server, { authorized: 1, ordered: false });
    loseResponse(server, 'requestAddressConfirmation');
    const { user } = await openSection(server);
    await place(user, await openOrder(user, patient.patient_name));
    const unknown = /^We didn’t get a response, so your order may or may not have been placed/;
    await screen.findByText(unknown);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openOrder(user, patient.patient_name);
    expect(within(again).getByText(unknown)).toBeVisible();
    await choose(user, again);
    server.set(placing, '400.noMessage', { times: 1 });
    await placeAndAgree(user);
    await expectToast('Order has already been placed for this patient.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says why it is refused after the card was removed elsewhere', async () => {
    const { patient_name: name } = patientWho(server, { authorized: 1, ordered: false });
    const { user, store } = await openSection(server);
    await choose(user, await openOrder(user, name));
    const key = server.db.keyOf('cards');
    for (const card of server.db.list('cards')) await server.db.remove('cards', Reflect.get(card, key));
    await placeAndAgree(user);
    const order = await screen.findByRole('dialog', { name: 'Order Kit' });
    const missing = 'Please add your card details and lab details before placing orders.';
    expect(await within(order).findByText(missing)).toBeVisible();
    // Once the page has heard of it, it sends nothing.
    const refetch = { forceRefetch: true, subscribe: false };
    await act(() => store.dispatch(api.endpoints.checkPaymentDetails.initiate(undefined, refetch)));
    await user.click(await screen.findByRole('button', { name: 'Place Order' }));
    expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull();
    expect(callsTo(server, placing)).toHaveLength(1);
  });

  it('warns when it is opened for a patient who is not authorized, who can be authenticated right there', async () => {
    const { patient_name: name, patient_id } = patientWho(server, { authorized: 0, ordered: false });
    const { user } = await openSection(server);
    const order = await openOrder(user, name);
    const warning = `${name} isn’t authorized yet, so the server may reject this order. Authenticate this patient first.`;
    expect(within(order).getByText(warning)).toBeVisible();
    await user.click(within(order).getByRole('button', { name: 'Authenticate' }));
    await expectToast('Patients authenticated successfully');
    await waitFor(() => expect(within(order).queryByText(warning)).toBeNull());
    expect(callsTo(server, authorizing).map(({ request }) => request)).toEqual([
      { body: { patientIds: [patient_id], authorized: 1 } },
    ]);
    await place(user, order);
    await expectToast(`We emailed ${name} to confirm the delivery address.`);
  });

  it('names what is missing when it is opened, with a way to each', async () => {
    await server.reset({ preset: 'new-clinic' });
    const { user, onOpenBilling, onOpenLab } = await openSection(server);
    const order = await openOrder(user, robin);
    expect(await within(order).findByText('Still missing: card details and lab details.')).toBeVisible();
    await user.click(within(order).getByRole('button', { name: 'Add card details' }));
    expect(onOpenBilling).toHaveBeenCalledOnce();
    await user.click(within(order).getByRole('button', { name: 'Add lab details' }));
    expect(onOpenLab).toHaveBeenCalledOnce();
  });

  it('is not possible with card details alone', async () => {
    for (const { clinic_id } of server.db.list('labs') as { clinic_id: string }[])
      await server.db.remove('labs', clinic_id);
    const { user } = await openSection(server);
    const order = await openOrder(user, robin);
    expect(await within(order).findByText('Still missing: lab details.')).toBeVisible();
    await choose(user, order);
    await user.click(within(order).getByRole('button', { name: 'Place Order' }));
    await expectInPage(order, 'Please add your card details and lab details before placing orders.');
    const intoView = vi.spyOn(Element.prototype, 'scrollIntoView');
    await user.click(within(order).getByRole('button', { name: 'Place Order' }));
    await waitFor(() =>
      expect(intoView.mock.contexts.at(-1)).toHaveTextContent(/^Please add your card details/),
    );
    expect(callsTo(server, placing)).toEqual([]);
  });

  it('asks for the kit again if the chosen one is no longer listed', async () => {
    const { user } = await openSection(server);
    const order = await openOrder(user, robin);
    await choose(user, order);
    await server.db.remove('kits', 'kit-essential-2');
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() =>
      expect(within(order).queryByRole('option', { name: 'Essential 2 Panel, $79' })).toBeNull(),
    );
    await user.click(screen.getByRole('button', { name: 'Place Order' }));
    await expectInPage(order, 'Please enter all the required fields.');
    expect(within(order).getByLabelText('Kit Type')).toBeInvalid();
    expect(within(order).getByLabelText('Frequency')).toBeValid();
    expect(callsTo(server, placing)).toEqual([]);
  });

  it('keeps the focus on Kit Type when the kits arrive', async () => {
    const kits = pauseResponses(
      server,
      { name: 'fetchProducts', operation: 'GET /shopify/fetch-products' },
      [],
    );
    const { user } = await openSection(server);
    const order = await openOrder(user, robin);
    await user.click(within(order).getByLabelText('Kit Type'));
    expect(within(order).getByRole('option', { name: 'Loading...' })).toBeVisible();
    await act(kits.releaseNext);
    await within(order).findByRole('option', { name: 'Essential 2 Panel, $79' });
    expect(within(order).getByLabelText('Kit Type')).toHaveFocus();
  });

  it('shows that the kits could not be loaded and loads them again, without a toast', async () => {
    server.set('GET /shopify/fetch-products', '500', { times: 1 });
    const { user } = await openSection(server);
    const order = await openOrder(user, robin);
    expect(await within(order).findByText('We couldn’t load the kits.')).toBeVisible();
    expect(toastText()).toEqual([]);
    await user.click(within(order).getByRole('button', { name: 'Retry' }));
    expect(within(order).getByLabelText('Kit Type')).toHaveFocus();
    await choose(user, order);
    expect(within(order).queryByText('We couldn’t load the kits.')).toBeNull();
  });
});
