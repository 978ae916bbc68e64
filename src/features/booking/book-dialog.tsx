import { type ReactElement, useEffect, useId, useMemo, useState } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { fromPromise } from 'xstate';
import { api } from '@/app/api';
import { appPortOf, sessionScoped } from '@/app/app-port';
import { unsavedList } from '@/app/drafts';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { discardDraft } from '@/app/form-draft';
import { operationActor, runOperation, useApiStore } from '@/app/operation-actor';
import { type Store, toastDone } from '@/app/store';
import { useFlow, useFlowEnd } from '@/app/use-flow';
import {
  type Answer,
  type Appointment,
  failureMessage,
  isOutcomeUnknown,
  outcomeUnknown,
  type Patient,
  type PatientId,
} from '@/contract';
import type { StoredInvitation } from '@/domain/storage-keys';
import { phoneText } from '@/lib/phone-text';
import { readStored, writeStored } from '@/lib/storage';
import { failureOf } from '@/machines/failure';
import {
  bookedBy,
  type Invitation,
  invitationMachine,
  isSameInvitation,
  type SentInvitation,
  type UnansweredInvitation,
} from '@/machines/invitation.machine';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { FormDialog } from '@/ui/dialog/dialog';
import { Notice, Problem } from '@/ui/feedback/notice';
import { Field, TextInput } from '@/ui/form/field';
import { FactList } from '@/ui/layout/content';
import { fixed, strings } from './strings';
import {
  bookedTime,
  lengthOf,
  nextFreeSlot,
  parseTimeSlot,
  readAppointments,
  slotWarnings,
  spanOf,
  type TimeSlot,
} from './time-slot';
import { fullZoneName, localZone, readWallTime, useNow } from './zoned-time';

/** Returns warnings about a slot, compared with the appointments fetched so far. */
export function useSlotWarnings(slot: TimeSlot | null): string[] {
  const { data } = api.useFetchAppointmentsQuery();
  const zone = localZone();
  const now = useNow();
  const booked = useMemo(() => readAppointments(data?.appointments ?? [], zone), [data, zone]);
  return slotWarnings(slot === null ? null : spanOf(slot, zone), booked, zone, now);
}

/** Returns the name of the user's time zone, such as `Pacific Time (PST)`, on the day of a slot or today. */
export function useZoneName(slot: TimeSlot | null): string {
  const zone = localZone();
  const now = useNow();
  const [instant = now] = slot === null ? [] : readWallTime(`${slot.date}T${slot.start}`, zone).instants;
  return fullZoneName(instant, zone);
}

/** Returns the times of appointments, as on their cards. */
function useSlotTexts(appointments: readonly Appointment[]): string[] {
  const zone = localZone();
  const now = useNow();
  return readAppointments(appointments, zone).map((slot) => bookedTime(slot, zone, now));
}

/** The props of both invitation forms. */
export interface InvitationFormProps<Sent> {
  /** Lets a button outside the form submit it. */
  formId: string;
  /** Identifies the stored input. */
  draftName: string;
  patientId: PatientId;
  /** Why the last submit was rejected, above the list of the fields. */
  message: string | null;
  /** Called at each submit; `fieldsValid` is false if a field shows an error. */
  onSend: (invitation: Sent, fieldsValid: boolean) => void;
}

interface BoundFieldProps {
  bind: UseFormRegisterReturn;
  error: FieldError | undefined;
}

/** The type of the provider in the appointment. */
export function ProviderTypeField({ bind, error }: BoundFieldProps) {
  const listId = useId();
  return (
    <Field label={strings.book.providerType} required error={error?.message}>
      <TextInput {...bind} list={listId} placeholder={strings.book.providerTypeExample} />
      <datalist id={listId}>
        {strings.book.usualProviderTypes.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
    </Field>
  );
}

/** The URL of the video call. */
export function MeetLinkField({ bind, error }: BoundFieldProps) {
  return (
    <Field label={strings.book.meetLink} required error={error?.message}>
      <TextInput {...bind} type="url" inputMode="url" placeholder="https://" />
    </Field>
  );
}

/** Warnings about the slot, shown as soon as they are known; they never block. */
export function SlotWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning">
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Notice>
  );
}

type AppointmentId = Appointment['session_id'];

interface RunningCall {
  readonly sent: UnansweredInvitation;
  readonly answer: Promise<Answer<'sendInvitation'>>;
}

/** The account's invitations, which outlive their dialogs. */
interface Invitations {
  /**
   * The last invitation without a response, by patient: it must not be sent again unchecked after its dialog was closed,
   * the section was left, the page was loaded again or the session has ended.
   */
  readonly unanswered: Map<PatientId, UnansweredInvitation>;
  /** The calls that still run, by the text of their invitation. */
  readonly running: Map<string, RunningCall>;
}

/** The last invitation, until its appointment is listed as new: the list may be opened later. */
const awaitedOf = sessionScoped((): { invitation: SentInvitation | null } => ({ invitation: null }));

/** The last invitation of this session that was sent; the next one is proposed after it. */
const lastSentOf = sessionScoped((): { invitation: Invitation | null } => ({ invitation: null }));

/** In minutes. */
const usualLength = 30;

/** Returns what the forms propose after the last booking of this session: its provider type and link, and the next free slot. */
export function useProposal() {
  const store = useApiStore();
  const [proposal] = useState(() => {
    const { invitation } = lastSentOf(store);
    const { providerType = '', meetLink = '' } = invitation ?? {};
    const last = invitation === null ? null : parseTimeSlot(slotText(invitation));
    const zone = localZone();
    const next = last && nextFreeSlot(last, readAppointments(bookedIn(store) ?? [], zone), zone);
    const { date = '', start = '', end = '' } = next ?? { date: last?.date };
    const minutes = last === null ? usualLength : Math.max(lengthOf(last), 1);
    return { providerType, meetLink, date, start, end, minutes };
  });
  return proposal;
}

const slotText = (invitation: Invitation): string =>
  'timeSlot' in invitation
    ? invitation.timeSlot
    : `${invitation.appointmentDate} ${invitation.timeSlotStart} - ${invitation.timeSlotEnd}`;

const invitationsOf = sessionScoped((store): Invitations => {
  const stored = readStored('unansweredInvitations');
  const unanswered = new Map<PatientId, UnansweredInvitation>(
    stored.map(({ invitation, booked }) => [invitation.patientId, { invitation, booked, failure: null }]),
  );
  const running = new Map<string, RunningCall>();
  // Storage may have been cleared.
  appPortOf(store).drafts.register('invitations', () => {
    const all = new Map(unanswered);
    for (const { sent } of running.values()) all.set(sent.invitation.patientId, sent);
    return unsavedList([...all.values()].map(toStored));
  });
  return { unanswered, running };
});

/** How long an appointment is shown as new, in milliseconds. */
const highlightDuration = 10_000;

const none: readonly AppointmentId[] = [];

/**
 * Returns the ids of the appointments to highlight as new: the appointments of the last invitation.
 *
 * @param appointments must be stable: it is searched when it changes
 */
export function useNewAppointments(appointments: readonly Appointment[]): readonly AppointmentId[] {
  const store = useApiStore();
  const [newIds, setNewIds] = useState(none);
  useEffect(() => {
    const awaited = awaitedOf(store);
    const booked = awaited.invitation === null ? [] : bookedBy(awaited.invitation, appointments);
    if (booked.length === 0) return;
    awaited.invitation = null;
    setNewIds(booked.map(({ session_id }) => session_id));
  }, [store, appointments]);
  useEffect(() => {
    if (newIds.length === 0) return;
    const timer = setTimeout(() => setNewIds(none), highlightDuration);
    return () => clearTimeout(timer);
  }, [newIds]);
  return newIds;
}

const toStored = ({ invitation, booked }: UnansweredInvitation): StoredInvitation => ({
  invitation,
  booked: booked?.map(({ session_id }) => ({ session_id })) ?? null,
});

/** Stores the patient's invitation for after a reload, also while its call runs: it may arrive although the page is left. */
function storeUnanswered(store: Store, patientId: PatientId): void {
  const { unanswered, running } = invitationsOf(store);
  const sent = [...running.values()].map((call) => call.sent);
  const own = sent.find(({ invitation }) => invitation.patientId === patientId) ?? unanswered.get(patientId);
  // Another tab may have stored invitations for other patients.
  const others = readStored('unansweredInvitations').filter(
    ({ invitation }) => invitation.patientId !== patientId,
  );
  writeStored('unansweredInvitations', own ? [...others, toStored(own)] : others);
}

/** Returns the patient's invitation without a response, unless its appointment has been listed since. */
function unansweredFor(store: Store, patient: Patient): UnansweredInvitation | undefined {
  const unanswered = invitationsOf(store).unanswered.get(patient.patient_id);
  if (unanswered === undefined) return undefined;
  const { invitation, booked } = unanswered;
  const sent = { patientEmail: patient.patient_email, meetLink: invitation.meetLink, booked };
  return bookedBy(sent, bookedIn(store) ?? []).length > 0 ? undefined : unanswered;
}

/**
 * The invitation machine, connected to the API.
 *
 * @param patient the invited patient
 * @param onSent called when the invitation was sent
 */
function useInvitation(patient: Patient, onSent: () => void) {
  const store = useApiStore();
  const { patient_id: patientId, patient_email: patientEmail } = patient;
  const [unanswered] = useState(() => unansweredFor(store, patient));
  const [snapshot, send, actor] = useFlow('invitation', connect, { patientEmail, unanswered });
  useEffect(() => {
    const last = invitationsOf(store).unanswered;
    const subscription = actor.subscribe(({ status, context }) => {
      const { unanswered } = context;
      if (status === 'done') last.delete(patientId);
      else if (unanswered !== null && unanswered !== last.get(patientId)) last.set(patientId, unanswered);
      else return;
      storeUnanswered(store, patientId);
    });
    return () => subscription.unsubscribe();
  }, [store, actor, patientId]);
  useFailuresInPlace(['sendInvitation'], () => actor.getSnapshot().hasTag('busy'), 'dialog');
  useFlowEnd(actor, ({ answered }) => {
    lastSentOf(store).invitation = actor.getSnapshot().context.invitation;
    if (!answered) toastDone('sendInvitation');
    onSent();
  });
  /** Sends an event. If that sends an invitation, the list will highlight its appointment as new. */
  const sendAndAwait = (event: Parameters<typeof send>[0]) => {
    send(event);
    const { context, tags } = actor.getSnapshot();
    const { invitation, booked } = context;
    // `booked` stays the same over the tries of an invitation.
    if (tags.has('busy') && invitation !== null)
      awaitedOf(store).invitation = { patientEmail, meetLink: invitation.meetLink, booked };
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

/** Sends an invitation, and records an unknown outcome even if the screen is gone by then. */
async function sendInvitation(store: Store, sent: UnansweredInvitation): Promise<Answer<'sendInvitation'>> {
  const { unanswered } = invitationsOf(store);
  const { invitation } = sent;
  const { patientId } = invitation;
  const isUnanswered = () => isSameInvitation(unanswered.get(patientId)?.invitation, invitation);
  try {
    const answer = await runOperation(store, 'sendInvitation', { body: invitation });
    if (isUnanswered()) unanswered.delete(patientId);
    return answer;
  } catch (error) {
    if (isOutcomeUnknown(error) && !isUnanswered())
      unanswered.set(patientId, { ...sent, failure: failureOf(error) });
    throw error;
  }
}

/** Sends an invitation. If its call still runs, waits for that: the user may have left the dialog and sent it again. */
function sendOnce(store: Store, invitation: Invitation): Promise<Answer<'sendInvitation'>> {
  const { running } = invitationsOf(store);
  const text = JSON.stringify(invitation);
  const earlier = running.get(text);
  if (earlier !== undefined) return earlier.answer;
  const sent = { invitation, booked: bookedIn(store), failure: null };
  const answer = sendInvitation(store, sent).finally(() => {
    running.delete(text);
    // Another account may have signed in since.
    if (invitationsOf(store).running === running) storeUnanswered(store, invitation.patientId);
  });
  running.set(text, { sent, answer });
  storeUnanswered(store, invitation.patientId);
  return answer;
}

const connect = (store: Store) =>
  invitationMachine.provide({
    actors: {
      sendInvitation: fromPromise<Answer<'sendInvitation'>, Invitation>(({ input }) =>
        sendOnce(store, input),
      ),
      fetchAppointments: operationActor(store, 'fetchAppointments', () => undefined),
    },
  });

export interface BookDialogProps {
  patient: Patient;
  open: boolean;
  /** Closes the dialog; the caller mounts a new one for the next booking. Its form then has the proposal for the next booking. */
  onClose: () => void;
}

/** The machine shows the message of §5 for an incomplete invitation. */
type InvitationFormSlot = Omit<InvitationFormProps<Invitation>, 'patientId'>;

/** Book Appointment around either form: the patient, the problem, Cancel and Send Invitation (§2). */
export function BookDialog({
  patient,
  open,
  onClose,
  children,
}: BookDialogProps & { children: (form: InvitationFormSlot) => ReactElement }) {
  const formId = useId();
  const store = useApiStore();
  const draftName = `invitation ${patient.patient_id}`;
  const end = () => {
    discardDraft(store, draftName);
    onClose();
  };
  const { snapshot, invite, inviteAgain, cancel } = useInvitation(patient, end);
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
      onCancel={end}
    >
      <div className="grid gap-5">
        <FactList
          facts={[
            { term: strings.book.name, value: patient.patient_name },
            { term: strings.book.email, value: patient.patient_email },
            { term: strings.book.phone, value: phoneText(patient.patient_phone) },
          ]}
        />
        <Problem>{busy ? null : failureMessage(failure)}</Problem>
        {snapshot.hasTag('outcome-unknown') ? (
          <Notice tone="warning">{outcomeUnknown.invitation}</Notice>
        ) : null}
        {children({ formId, draftName, message: validationError, onSend: invite })}
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
