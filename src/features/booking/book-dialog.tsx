import { type ReactNode, useEffect, useId, useState } from 'react';
import { failureMessage, outcomeUnknown, type Patient, type PatientId } from '@/contract';
import { api } from '@/features/api/api';
import { sessionScoped } from '@/features/api/app-port';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import { type Store, toastDone } from '@/features/api/store';
import { useFlow, useFlowEnd, useValidationToasts } from '@/features/api/use-flow';
import {
  bookedBy,
  type Invitation,
  invitationMachine,
  type UnansweredInvitation,
} from '@/machines/invitation.machine';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { FormDialog } from '@/ui/dialog/dialog';
import { Notice, Problem } from '@/ui/feedback/notice';
import { FactList } from '@/ui/layout/content';
import type { InvitationFormProps } from './invitation-fields';
import { fixed, strings } from './strings';
import { awaitAppointment } from './use-new-appointments';
import { useSlotTexts } from './use-slot-warnings';

/** The last invitation without a response by patient: closing its dialog must not send it again without a check. */
const unansweredOf = sessionScoped(() => new Map<PatientId, UnansweredInvitation>());

/** Returns the patient's invitation without a response, unless its appointment has been listed since. */
function unansweredFor(store: Store, patient: Patient): UnansweredInvitation | undefined {
  const unanswered = unansweredOf(store).get(patient.patient_id);
  if (unanswered === undefined) return undefined;
  const { invitation, booked } = unanswered;
  const sent = { patientEmail: patient.patient_email, meetLink: invitation.meetLink, booked };
  return bookedBy(sent, bookedIn(store) ?? []).length > 0 ? undefined : unanswered;
}

/**
 * The invitation machine, connected to the API and to the toasts for validation errors.
 *
 * @param patient the invited patient
 * @param open whether its dialog is open
 * @param onSent called when the invitation was sent
 */
function useInvitation(patient: Patient, open: boolean, onSent: () => void) {
  const store = useApiStore();
  const { patient_id: patientId, patient_email: patientEmail } = patient;
  const [unanswered] = useState(() => unansweredFor(store, patient));
  const [snapshot, send, actor] = useFlow('invitation', connect, { patientEmail, unanswered });
  useEffect(() => {
    const known = unansweredOf(store);
    const subscription = actor.subscribe(({ status, context }) => {
      if (status === 'done') known.delete(patientId);
      else if (context.unanswered !== null) known.set(patientId, context.unanswered);
    });
    return () => subscription.unsubscribe();
  }, [store, actor, patientId]);
  useValidationToasts(actor, 'sendInvitation', open);
  useFlowEnd(actor, ({ answered }) => {
    if (!answered) toastDone('sendInvitation');
    onSent();
  });
  /** Sends an event; the list then shows the appointment of an invitation that is on its way as new. */
  const sendAndAwait = (event: Parameters<typeof send>[0]) => {
    send(event);
    const { context, tags } = actor.getSnapshot();
    const { invitation, booked } = context;
    // `booked` stays the same over the tries of an invitation.
    if (tags.has('busy') && invitation !== null)
      awaitAppointment(store, { patientEmail, meetLink: invitation.meetLink, booked });
  };
  return {
    snapshot,
    invite: (invitation: Invitation, fieldsValid: boolean) =>
      sendAndAwait({ type: 'SEND', invitation, booked: bookedIn(store), fieldsValid }),
    inviteAgain: () => sendAndAwait({ type: 'CONFIRM' }),
    cancel: () => send({ type: 'CANCEL' }),
  };
}

/** Returns the appointments as last fetched; null if they never were. */
const bookedIn = (store: Store) =>
  api.endpoints.fetchAppointments.select()(store.getState()).data?.appointments ?? null;

const connect = (store: Store) =>
  invitationMachine.provide({
    actors: {
      sendInvitation: operationActor(store, 'sendInvitation', (body) => ({ body })),
      fetchAppointments: operationActor(store, 'fetchAppointments', () => undefined),
    },
  });

export interface BookDialogProps {
  patient: Patient;
  open: boolean;
  /** Closes the dialog; the caller mounts a new one for the next booking, so that it starts blank. Must be stable. */
  onClose: () => void;
}

/** The machine shows the message of SPEC §5 for an incomplete invitation. */
type InvitationFormSlot = Omit<InvitationFormProps<Invitation>, 'patientId'>;

/** Book Appointment around either form: the patient, the problem, Cancel and Send Invitation (SPEC §2). */
export function BookDialog({
  patient,
  open,
  onClose,
  children,
}: BookDialogProps & { children: (form: InvitationFormSlot) => ReactNode }) {
  const formId = useId();
  const { snapshot, invite, inviteAgain, cancel } = useInvitation(patient, open, onClose);
  const busy = snapshot.hasTag('busy');
  const { validationError, failure, doubtful } = snapshot.context;
  const doubtfulTimes = useSlotTexts(doubtful);
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={fixed.book.title}
      busy={busy}
      cancelLabel={fixed.book.cancel}
      sendLabel={fixed.book.send}
      busyLabel={fixed.book.sending}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <FactList
          facts={[
            { term: strings.book.name, value: patient.patient_name },
            { term: strings.book.email, value: patient.patient_email },
            { term: strings.book.phone, value: patient.patient_phone },
          ]}
        />
        <Problem>{validationError ?? (busy ? null : failureMessage(failure))}</Problem>
        {snapshot.hasTag('outcome-unknown') ? (
          <Notice tone="warning">{outcomeUnknown.invitation}</Notice>
        ) : null}
        {children({ formId, onSend: invite })}
      </div>
      <ConfirmDialog
        open={snapshot.hasTag('asking')}
        title={strings.book.again.title}
        description={strings.book.again.description(patient.patient_name, doubtfulTimes)}
        confirmLabel={strings.book.again.confirm}
        onConfirm={inviteAgain}
        onOpenChange={cancel}
      />
    </FormDialog>
  );
}
