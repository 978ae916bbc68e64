import { useMemo, useSyncExternalStore } from 'react';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { WriteOptions } from '@/app/api';
import { appPortOf, sessionScoped } from '@/app/app-port';
import { unsavedList } from '@/app/drafts';
import { kitChoicesOf } from '@/app/kit-choices';
import { runOperation, useApiStore } from '@/app/operation-actor';
import type { Store } from '@/app/store';
import { type Answer, isOutcomeUnknown, type KitOrder, type PatientId, reportsDuplicate } from '@/contract';
import { placedEarlier } from '@/domain/orders';
import type { OrderRecord } from '@/domain/storage-keys';
import { appClock } from '@/lib/clock';
import { createSignal } from '@/lib/signal';
import { readStored, writeStored } from '@/lib/storage';
import { VisuallyHidden } from '@/ui/layout/content';
import { strings } from './strings';

/** How often the shown times are updated, in milliseconds. */
const updateEvery = 30_000;
const minute = 60_000;

/** What became of each patient's orders since the user logged in, in all tabs of the account. */
interface OrderRecords {
  /** An order has no response, or is being sent in another tab, and no later order succeeded. */
  isUnanswered(id: PatientId): boolean;
  /** Whole minutes since the patient's address confirmation was requested; null if it was not. */
  minutesSinceRequest(id: PatientId): number | null;
  /** How many patients were asked to confirm their address. */
  requestCount(): number;
  /** The server rejected an order because the patient has one already, and no later order succeeded. */
  hasOrder(id: PatientId): boolean;
  /** Calls `listener` when a record may have changed. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Calls `listener` with the patients whose orders another tab has recorded. Returns an unsubscribe function. */
  onOtherTab(listener: (changed: ReadonlySet<PatientId>) => void): () => void;
  /** Calls `listener` with each patient who is known to have an order after a call of this tab. Returns an unsubscribe function. */
  onOrdered(listener: (id: PatientId) => void): () => void;
  /** Records what became of an order of this tab. */
  add(id: PatientId, outcome: OrderRecord['outcome']): void;
  /** Ignores other tabs from now on. */
  stop(): void;
}

/** Returns the order records of the signed-in account. */
export const recordsOf = sessionScoped(createOrderRecords, ({ stop }) => stop());

function createOrderRecords(store: Store): OrderRecords {
  const port = appPortOf(store);
  const owner = port.owner();
  const requestedAt = new Map<PatientId, number>();
  const unansweredAt = new Map<PatientId, number>();
  const existsSince = new Map<PatientId, number>();
  /** The pending calls of this tab, and the pending calls of other tabs and earlier sessions. */
  const sendingHere = new Map<PatientId, number>();
  const sendingInOtherTab = new Map<PatientId, number>();
  const changed = createSignal();
  const changedInOtherTab = createSignal<ReadonlySet<PatientId>>();
  const ordered = createSignal<PatientId>();
  let now = appClock.now();
  let stopTimer: (() => void) | null = null;

  const update = () => {
    now = appClock.now();
    changed.notify();
  };
  const startTimer = () => {
    const timer = setInterval(update, updateEvery);
    const stopClock = appClock.subscribe(update);
    return () => {
      clearInterval(timer);
      stopClock();
    };
  };
  /** One timer for all patients, and none while no time is shown. */
  const setTimer = () => {
    const needed = changed.hasListeners() && requestedAt.size > 0;
    if (needed) stopTimer ??= startTimer();
    else {
      stopTimer?.();
      stopTimer = null;
    }
  };

  /** Records of other tabs come in any order and more than once, so an earlier one never replaces a later one. */
  const apply = ({ patientId: id, outcome, at }: OrderRecord) => {
    if (outcome !== 'rejected' && at < (requestedAt.get(id) ?? at)) return;
    if (outcome === 'sending') {
      sendingInOtherTab.set(id, at);
      return;
    }
    sendingInOtherTab.delete(id);
    if (outcome === 'unanswered') unansweredAt.set(id, at);
    if (outcome === 'exists') existsSince.set(id, at);
    if (outcome !== 'requested') return;
    requestedAt.set(id, at);
    existsSince.delete(id);
    if ((unansweredAt.get(id) ?? at) <= at) unansweredAt.delete(id);
  };
  const all = (): OrderRecord[] => {
    const withOutcome = (outcome: OrderRecord['outcome'], times: ReadonlyMap<PatientId, number>) =>
      [...times].map(([patientId, at]) => ({ patientId, outcome, at }));
    return [
      ...withOutcome('requested', requestedAt),
      ...withOutcome('exists', existsSince),
      ...withOutcome('unanswered', unansweredAt),
      ...withOutcome('sending', sendingInOtherTab),
      ...withOutcome('sending', sendingHere),
    ];
  };
  // Another account may have signed in since.
  const isCurrent = () => port.owner() === owner;
  const send = (records: readonly OrderRecord[], asks = false) => {
    if (isCurrent() && (records.length > 0 || asks)) port.otherTabs.sendOrders({ records, asks });
  };
  /** For after a reload. Login and logout clear it. */
  const writeRecords = () => {
    if (isCurrent()) writeStored('orderRecords', all());
  };

  const earlier = port.drafts.register('orderRecords', () => unsavedList(all()));
  // Both, because another tab may have stored newer records.
  [...readStored('orderRecords'), ...(earlier ?? [])].forEach(apply);
  if (earlier !== null) writeRecords();
  const stop = port.otherTabs.onOrders(({ records, asks }) => {
    if (records.length > 0) {
      records.forEach(apply);
      writeRecords();
      setTimer();
      update();
      changedInOtherTab.notify(new Set(records.map(({ patientId }) => patientId)));
    }
    if (asks) send(all());
  });
  send(all(), true);

  return {
    isUnanswered: (id) => unansweredAt.has(id) || sendingInOtherTab.has(id),
    minutesSinceRequest(id) {
      const at = requestedAt.get(id);
      return at === undefined ? null : Math.max(0, Math.floor((now - at) / minute));
    },
    requestCount: () => requestedAt.size,
    hasOrder: (id) => existsSince.has(id),
    subscribe(listener) {
      // The timer was off.
      if (!changed.hasListeners()) now = appClock.now();
      const unsubscribe = changed.subscribe(listener);
      setTimer();
      return () => {
        unsubscribe();
        setTimer();
      };
    },
    onOtherTab: changedInOtherTab.subscribe,
    onOrdered: ordered.subscribe,
    add(id, outcome) {
      const record: OrderRecord = { patientId: id, outcome, at: appClock.now() };
      if (outcome === 'sending') sendingHere.set(id, record.at);
      else {
        sendingHere.delete(id);
        apply(record);
        setTimer();
        update();
      }
      writeRecords();
      send([record]);
      if (outcome === 'requested' || outcome === 'exists') ordered.notify(id);
    },
    stop,
  };
}

/** Whether a patient has an order, or one without a response. */
export const flagsOf = (records: OrderRecords, id: PatientId) => ({
  requested: records.minutesSinceRequest(id) !== null,
  unanswered: records.isUnanswered(id),
});

/** Returns the order records of the signed-in account. */
export function useOrderRecords(): OrderRecords {
  const store = useApiStore();
  return useMemo(() => recordsOf(store), [store]);
}

/** Whether an earlier order for the patient may have been placed. */
export function useUnanswered(id: PatientId): boolean {
  const records = useOrderRecords();
  return useSyncExternalStore(records.subscribe, () => records.isUnanswered(id));
}

/** Whole minutes since the patient's address confirmation was requested; null if it was not. */
function useMinutesSinceRequest(id: PatientId): number | null {
  const records = useOrderRecords();
  return useSyncExternalStore(records.subscribe, () => records.minutesSinceRequest(id));
}

/** Whether the server rejected the patient's last order because there is one already. */
function useHasOrder(id: PatientId): boolean {
  const records = useOrderRecords();
  return useSyncExternalStore(records.subscribe, () => records.hasOrder(id));
}

/** What became of the patient's last order, such as "Address confirmation requested, just now"; null if nothing is known. */
export function useAddressRequested(id: PatientId): string | null {
  const minutes = useMinutesSinceRequest(id);
  if (useHasOrder(id)) return strings.hasOrder;
  return minutes === null ? null : strings.requested(minutes);
}

/**
 * Returns the number of patients with an order in this visit. A logout, or a reload of the only tab, ends a visit: no call
 * of §7 lists a clinic's orders.
 */
export function useRequestedOrders(): number {
  const records = useOrderRecords();
  return useSyncExternalStore(records.subscribe, records.requestCount);
}

/** Beside a patient's status after an order: "Asked 1 min ago". Screen readers read the whole sentence. */
export function AddressRequested({ patientId }: { patientId: PatientId }) {
  const minutes = useMinutesSinceRequest(patientId);
  const hasOrder = useHasOrder(patientId);
  const text = useAddressRequested(patientId);
  if (text === null) return null;
  return (
    <>
      <span aria-hidden="true" title={text} className="min-w-0 truncate text-caption text-ink-2">
        {hasOrder || minutes === null ? text : strings.asked(minutes)}
      </span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  );
}

/**
 * Returns the actor that places an order, for the machines. It records what became of the order, also when the screen is
 * gone by then.
 */
export const placeOrderActor = (store: Store, options?: WriteOptions) =>
  fromPromise<Answer<'requestAddressConfirmation'>, KitOrder>(async ({ input }) => {
    const records = recordsOf(store);
    const { patientId } = input;
    const unanswered = records.isUnanswered(patientId);
    records.add(patientId, 'sending');
    try {
      const answer = await runOperation(store, 'requestAddressConfirmation', { body: input }, options);
      records.add(patientId, 'requested');
      kitChoicesOf(store).setOrdered(patientId, input);
      return answer;
    } catch (error) {
      if (placedEarlier(unanswered, error) !== null) records.add(patientId, 'requested');
      else if (reportsDuplicate(error)) records.add(patientId, 'exists');
      // An earlier order may still have been placed.
      else records.add(patientId, unanswered || isOutcomeUnknown(error) ? 'unanswered' : 'rejected');
      throw error;
    }
  });

/** Returns the actor that ends the reading of the terms once the patient has another order, so that the user sees it first. */
export const watchOrdersActor = (store: Store) =>
  fromCallback<EventObject, PatientId>(({ sendBack, input: id }) => {
    const records = recordsOf(store);
    const before = flagsOf(records, id);
    return records.subscribe(() => {
      const { requested, unanswered } = flagsOf(records, id);
      if ((requested && !before.requested) || (unanswered && !before.unanswered))
        sendBack({ type: 'DECLINE' });
    });
  });
