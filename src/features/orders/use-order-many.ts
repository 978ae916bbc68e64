import { useMemo } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import type { Patient, PatientId } from '@/contract';
import { appPortOf, sessionScoped, takeOver } from '@/features/api/app-port';
import { useApiStore } from '@/features/api/operation-actor';
import { dashboardToast, type Store } from '@/features/api/store';
import { toastValidationErrors } from '@/features/api/use-flow';
import { openFlow } from '@/machines/flows.machine';
import { type OrderManyActor, orderManyMachine } from '@/machines/order-many.machine';
import { isUnresolved, type KeptOrders, type PatientToOrderFor, unresolvedOrders } from '@/machines/orders';
import { type OrderRecords, placeOrderActor, recordsOf, useOrderRecords } from './order-records';
import { strings } from './strings';

/** What is known of a patient's orders. */
const flagsOf = (records: OrderRecords, id: PatientId) => ({
  requested: records.minutesSinceRequest(id) !== null,
  unanswered: records.isUnanswered(id),
});

/** The orders of the signed-in account: leaving the section must not lose their results, nor must a session that expires. */
const orderManyOf = sessionScoped(createOrderMany);

/** Orders whose dialog is open: it shows their summary, so a toast would repeat it. */
const shownOrders = new WeakSet<OrderManyActor>();

function createOrderMany(store: Store): OrderManyActor {
  const port = appPortOf(store);
  const machine = orderManyMachine.provide({
    actors: { placeOrder: placeOrderActor(store, { silent: true }) },
  });
  const kept = takeOver(port, port.unsaved.orders, (): KeptOrders | null => {
    const snapshot = actor.getSnapshot();
    return snapshot.hasTag('results') ? unresolvedOrders(snapshot.context) : null;
  });
  const topic = 'order-many';
  const actor = openFlow(port.flows(), topic, machine, kept ?? undefined);
  const records = recordsOf(store);
  const update = (changed: (id: PatientId) => boolean) => {
    const { context, status } = actor.getSnapshot();
    const patients = [...context.patients, ...context.next]
      .filter(({ patientId }) => changed(patientId))
      .map((patient) => ({ ...patient, ...flagsOf(records, patient.patientId) }));
    if (status === 'active' && patients.length > 0) actor.send({ type: 'PATIENTS_CHANGED', patients });
  };
  // They may have been ordered for individually since they were selected.
  if (kept !== null) update(() => true);
  records.onOtherTab((patients) => update((id) => patients.has(id)));
  actor.on('finished', ({ counts }) => {
    if (shownOrders.has(actor)) return;
    dashboardToast(strings.many.summary(counts), {
      tone: isUnresolved(counts) ? 'warning' : 'success',
      topic,
    });
  });
  toastValidationErrors(actor, topic);
  // Thousands of orders take longer than the idle limit, and the user only watches.
  actor.subscribe((snapshot) => {
    if (snapshot.hasTag('busy')) port.recordActivity();
  });
  return actor;
}

type Send = (event: EventFrom<typeof orderManyMachine>) => void;

/** What the views of the orders receive. */
export interface OrderManyView {
  readonly snapshot: SnapshotFrom<typeof orderManyMachine>;
  readonly send: Send;
}

export interface OrderMany {
  readonly actor: OrderManyActor;
  readonly send: Send;
  /** Starts again with these patients, or keeps them as the next ones while earlier orders are not resolved. */
  readonly start: (patients: readonly Patient[]) => void;
  /**
   * Updates the patients of the orders. Those who are not listed keep their authorization.
   *
   * @param patients the clinic's patients; undefined while they are not fetched
   */
  readonly update: (patients: readonly Patient[] | undefined) => void;
  /** Sets whether the dialog shows the orders to the user. */
  readonly setShown: (shown: boolean) => void;
}

/** Orders for many patients, which outlive the section. */
export function useOrderMany(): OrderMany {
  const store = useApiStore();
  const records = useOrderRecords();
  return useMemo(() => {
    const actor = orderManyOf(store);
    const send: Send = (event) => {
      // The account may have ended.
      if (actor.getSnapshot().status === 'active') actor.send(event);
    };
    const toOrderFor = ({ patient_id: id, patient_name, authorized }: Patient): PatientToOrderFor => ({
      patientId: id,
      name: patient_name,
      authorized: authorized === 1,
      ...flagsOf(records, id),
    });
    return {
      actor,
      send,
      start: (patients) => send({ type: 'OPEN', patients: patients.map(toOrderFor) }),
      update(patients = []) {
        const { context } = actor.getSnapshot();
        const planned = new Map(
          [...context.patients, ...context.next].map((patient) => [patient.patientId, patient]),
        );
        if (planned.size === 0) return;
        const changed = patients.filter(({ patient_id }) => planned.has(patient_id)).map(toOrderFor);
        for (const { patientId } of changed) planned.delete(patientId);
        const notListed = [...planned.values()].map((patient) => ({
          ...patient,
          ...flagsOf(records, patient.patientId),
        }));
        send({ type: 'PATIENTS_CHANGED', patients: [...changed, ...notListed] });
      },
      setShown(shown) {
        if (shown) shownOrders.add(actor);
        else shownOrders.delete(actor);
      },
    };
  }, [store, records]);
}
