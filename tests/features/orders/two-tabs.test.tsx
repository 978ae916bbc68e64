import { act, screen, waitFor, within } from '@testing-library/react';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopApp } from '@/app/app';
import { clearStored, writeStored } from '@/lib/storage';
import { choose, openOrders, openSection, orderableOf, place, resultOf, sectionAtRest } from './support';

const placing = 'POST /alert/request-address-confirmation-single-patient';
const placingCall = { name: 'requestAddressConfirmation', operation: placing } as const;
const account = 'provider@kitwell.test';

const server = startMockServer();
let otherTab: BroadcastChannel;
let received: unknown[] = [];
beforeEach(async () => {
  clearStored();
  await server.reset({ preset: 'demo', patients: 12 });
  received = [];
  otherTab = new BroadcastChannel('kitwell:written');
  otherTab.onmessage = ({ data }) => {
    if (!Array.isArray(data)) received.push(data);
  };
});
afterEach(async () => {
  await sectionAtRest();
  otherTab.close();
  vi.restoreAllMocks();
});

/** The section of a signed-in clinic, which has sent its first message to the other tab. */
async function openTab() {
  await server.as('provider');
  writeStored('account', account);
  const view = await openSection(server, { signIn: false });
  await expect.poll(() => received).toEqual([{ account, records: [], asks: true }]);
  received = [];
  return view;
}

type Outcome = 'sending' | 'requested' | 'unanswered' | 'rejected';
type Ordered = { readonly patient_id: string; readonly patient_name: string };

/** What another tab sends about orders. */
const news = (outcome: Outcome, ...patients: readonly Ordered[]) => ({
  account,
  records: patients.map(({ patient_id: patientId }) => ({ patientId, outcome, at: Date.now() })),
  asks: false,
});

const rowOf = ({ patient_name }: Ordered) => screen.getByLabelText(`Select ${patient_name}`).closest('tr');
const requestedNow = 'Address confirmation requested, just now';
const isRequested = (patient: Ordered) =>
  waitFor(() => expect(rowOf(patient)).toHaveTextContent(requestedNow));

/** Sends a message and waits until this tab must have received it. */
async function sendFromOtherTab(message: unknown) {
  otherTab.postMessage(message);
  otherTab.postMessage({
    account,
    records: [{ patientId: 'KW-none', outcome: 'requested', at: 1 }],
    asks: true,
  });
  await act(() => vi.waitUntil(() => received.some((each) => JSON.stringify(each).includes('KW-none'))));
}

describe('after a reload of the only tab', () => {
  it('an order that was being sent may have been placed, and one that was answered is shown', async () => {
    const [first, second, third] = orderableOf(server);
    const answers = pauseResponses(server, placingCall, []);
    const before = await openTab();
    await place(before.user, await openOrders(before.user, [first, second]));
    await answers.releaseNext();
    await answers.decided();
    before.unmount();
    stopApp();
    const { user } = await openSection(server, { signIn: false });
    await isRequested(first);
    const dialog = await openOrders(user, [first, second, third]);
    expect(within(dialog).getByText(/^We didn’t get a response to an earlier order/)).toHaveTextContent(
      second.patient_name,
    );
    expect(within(dialog).getByText('You’re ordering a kit for 1 patient.')).toBeVisible();
    answers.releaseAll();
  });
});

describe('an order of another tab', () => {
  it('is shown at the patient, and the patient is left out of the next orders', async () => {
    const [first, second] = orderableOf(server);
    const { user } = await openTab();
    otherTab.postMessage(news('requested', first));
    await isRequested(first);
    const dialog = await openOrders(user, [first, second]);
    expect(
      within(dialog).getByText(`Address confirmation already requested (1): ${first.patient_name}.`),
    ).toBeVisible();
    await place(user, dialog);
    await within(dialog).findByText('Address confirmation requested for 1 patient.');
    expect(resultOf(dialog, first)).toBe('Left out: address confirmation already requested');
    expect(callsTo(server, placing)).toHaveLength(1);
  });

  it('may have been placed while it is being sent', async () => {
    const [first, second] = orderableOf(server);
    const { user } = await openTab();
    await sendFromOtherTab(news('sending', first));
    const dialog = await openOrders(user, [first, second]);
    expect(
      within(dialog).getByText(/^We didn’t get a response to an earlier order, which may have been placed/),
    ).toHaveTextContent(first.patient_name);
    expect(within(dialog).getByText('You’re ordering a kit for 1 patient.')).toBeVisible();
  });

  it('appears in an open Order Kit dialog, which then closes its terms', async () => {
    const [first] = orderableOf(server);
    const { user } = await openTab();
    await user.click(screen.getByRole('button', { name: `Order kit for ${first.patient_name}` }));
    const dialog = await screen.findByRole('dialog', { name: 'Order Kit' });
    await choose(user, dialog);
    await sendFromOtherTab(news('unanswered', first));
    expect(within(dialog).getByText(/^We didn’t get a response/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Place Order' }));
    await screen.findByRole('dialog', { name: 'Terms and Conditions' });
    await sendFromOtherTab(news('requested', first));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Terms and Conditions' })).toBeNull());
    expect(within(dialog).getByText(requestedNow)).toBeVisible();
    expect(within(dialog).queryByText(/^We didn’t get a response/)).toBeNull();
    expect(callsTo(server, placing)).toEqual([]);
  });
});

describe('the other tabs', () => {
  it('learn of an order when it is sent and when it was answered, by the id of the patient only', async () => {
    const [first] = orderableOf(server);
    const { user } = await openTab();
    const dialog = await openOrders(user, [first]);
    await place(user, dialog);
    await within(dialog).findByText('Address confirmation requested for 1 patient.');
    const at: unknown = expect.any(Number);
    await expect
      .poll(() => received)
      .toEqual([
        { account, records: [{ patientId: first.patient_id, outcome: 'sending', at }], asks: false },
        { account, records: [{ patientId: first.patient_id, outcome: 'requested', at }], asks: false },
      ]);
  });
});
