import { useSelector } from '@xstate/react';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '@/app/api';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { useNewPatients } from '@/app/new-patients';
import { operationActor } from '@/app/operation-actor';
import { type Store, toastDone, toastIfLeft } from '@/app/store';
import { useFlowActor, useFlowEvents } from '@/app/use-flow';
import { failureMessage, outcomeUnknown, type Patient, type PatientId } from '@/contract';
import { authorizeMachine } from '@/machines/authorize.machine';
import { Notice, Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { fixed } from './strings';

/**
 * The authorize machine, connected to the API.
 *
 * @param patients undefined until the list is fetched
 * @param where its failures are shown
 * @param open whether the dialog is open that shows them
 */
export function useAuthorize(
  patients: readonly Patient[] | undefined,
  where: 'page' | 'dialog',
  open = true,
) {
  const [send, actor] = useFlowActor('authorize', connect);
  useFailuresInPlace(['authenticatePatients'], () => open && actor.getSnapshot().hasTag('busy'), where);
  useEffect(() => {
    if (!open) return;
    return () => {
      const { status, context, tags } = actor.getSnapshot();
      // The session may have ended.
      if (status === 'active' && tags.has('busy')) toastIfLeft(context.failure);
    };
  }, [open, actor]);
  const { newPatients } = useNewPatients();

  useFlowEvents(actor, {
    done: ({ patientIds, authorized, answered }) => {
      if (authorized === 1) newPatients.setAuthorized(patientIds);
      if (!answered) toastDone('authenticatePatients');
    },
  });

  // The selection can't be changed while a call is in progress.
  const mayUntick = useSelector(actor, (snapshot) => snapshot.hasTag('selecting'));
  useEffect(() => {
    const { selected } = actor.getSnapshot().context;
    // The user can't deselect a patient who has left the list, and must not authorize one unseen.
    if (!mayUntick || patients === undefined || selected.size === 0) return;
    const present = new Set(patients.map(({ patient_id }) => patient_id));
    const gone = [...selected].filter((id) => !present.has(id));
    if (gone.length > 0) send({ type: 'SET_MANY', ids: gone, checked: false });
  }, [patients, mayUntick, actor, send]);

  return { actor, send, mayUntick };
}

/** The running authorize machine. */
export type AuthorizeActor = ReturnType<typeof useAuthorize>['actor'];

const connect = (store: Store) =>
  authorizeMachine.provide({
    actors: {
      setAuthorization: operationActor(store, 'authenticatePatients', ({ patientIds, authorized }) => ({
        body: { patientIds: [...patientIds], authorized },
      })),
      fetchPatients: operationActor(store, 'fetchPatients', () => undefined),
    },
  });

/** The patients to authorize, and the last fetch of the list before the user pressed Authenticate. */
export interface PendingAuthorization {
  readonly ids: readonly PatientId[];
  readonly requestId: string | undefined;
}

/** Whether the list has each of these patients as authorized. */
function isAuthorized(patients: readonly Patient[], ids: readonly PatientId[]): boolean {
  const authorized = new Set(
    patients.filter((patient) => patient.authorized === 1).map(({ patient_id }) => patient_id),
  );
  return ids.every((id) => authorized.has(id));
}

/**
 * Authorizes patients from a dialog that orders for them (§2 "Authenticate section").
 *
 * @param open whether the dialog is open
 */
export function useAuthentication(open: boolean) {
  const { data: patients, isFetching, requestId } = api.useFetchPatientsQuery();
  const { actor, send } = useAuthorize(patients, 'dialog', open);
  const snapshot = useSelector(actor, (current) => current);
  const [pending, setPending] = useState<PendingAuthorization | null>(null);
  const sending = snapshot.hasTag('busy');
  const { failure } = snapshot.context;
  // The list is fetched again only once no other call is pending. Later fetches have nothing to do with it.
  const isInList = () =>
    (!isFetching && requestId !== pending?.requestId) || isAuthorized(patients ?? [], pending?.ids ?? []);
  if (pending !== null && !sending && (failure !== null || isInList())) setPending(null);
  return {
    /** The clinic's patients as the server has them; undefined until they are fetched. */
    patients,
    /** Also while the list is fetched again, which shows who is authorized now. */
    busy: sending || pending !== null,
    problem: sending ? null : failureMessage(failure),
    /** Shown beside the problem. */
    unknown: snapshot.hasTag('outcome-unknown') ? outcomeUnknown.unchecked : null,
    authenticate: (ids: readonly PatientId[]) => {
      setPending({ ids, requestId });
      // A failed try leaves its selection.
      send({ type: 'CLEAR' });
      send({ type: 'SET_MANY', ids, checked: true });
      send({ type: 'AUTHORIZE' });
    },
    /** Clears the failure of an earlier try, before other patients are shown. */
    clear: () => send({ type: 'CLEAR' }),
  };
}

interface NotAuthorizedNoticeProps {
  /** The return value of `useAuthentication`. */
  authentication: ReturnType<typeof useAuthentication>;
  ids: readonly PatientId[];
  children: ReactNode;
}

/** Warns that patients are not authorized, with an Authenticate button for them. */
export function NotAuthorizedNotice({ authentication, ids, children }: NotAuthorizedNoticeProps) {
  const { busy, problem, unknown, authenticate } = authentication;
  return (
    <>
      <Problem also={unknown}>{problem}</Problem>
      <Notice tone="warning">
        <div>{children}</div>
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          busyLabel={fixed.picker.authenticating}
          className="mt-3"
          icon={<ShieldCheck aria-hidden="true" className="size-4" />}
          onClick={() => authenticate(ids)}
        >
          {fixed.picker.authenticate}
        </Button>
      </Notice>
    </>
  );
}
