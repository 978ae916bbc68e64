import { type AnyActorRef, type AnyEventObject, type AnyMachineSnapshot, transition } from 'xstate';
import { type LiveActor, machineOf, statesIn } from './actor-watch';
import { type ChartTransition, isInternalEvent, transitionKey } from './chart-model';

/** Whether a press can make an actor take a transition. */
type Readiness =
  | { readonly kind: 'ready' }
  /** It depends on fields of the event that are not given. */
  | { readonly kind: 'payload'; readonly reads: readonly string[] }
  | { readonly kind: 'blocked'; readonly reason: string };

type Payload = Readonly<Record<string, unknown>>;

const blocked = (reason: string): Readiness => ({ kind: 'blocked', reason });
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
/** The machine as a whole is always active. */
const isActive = (from: string, states: readonly string[]) =>
  from === '' || states.some((state) => state === from || state.startsWith(`${from}.`));

/** Parses the payload field. Returns null unless it is empty or a JSON object. */
export function parsePayload(text: string): Payload | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : null;
  } catch {
    return null;
  }
}

/** An event that records which of its fields are read and missing. */
function recordingEvent(event: AnyEventObject, reads: Set<string>): AnyEventObject {
  return new Proxy(event, {
    get(target, key) {
      if (typeof key === 'string' && !(key in target)) reads.add(key);
      return Reflect.get(target, key);
    },
  });
}

const eventOf = ({ eventType }: ChartTransition, payload: Payload): AnyEventObject =>
  // A wildcard matches any event, so the payload names one.
  eventType.includes('*') && typeof payload.type === 'string'
    ? { ...payload, type: payload.type }
    : { ...payload, type: eventType };

/** Checks whether an actor would take a transition now. Runs nothing but guards. */
export function readinessOf(
  actor: LiveActor | undefined,
  wanted: ChartTransition,
  payload: Payload,
): Readiness {
  if (isInternalEvent(wanted.eventType)) return blocked('XState takes this transition by itself.');
  if (!actor) return blocked('No actor of this machine is selected.');
  const machine = machineOf(actor.ref);
  if (!machine || actor.status !== 'active') return blocked('The actor has ended.');
  if (!isActive(wanted.from, statesIn(actor.value))) return blocked(`The actor is not in ${wanted.from}.`);
  const event = eventOf(wanted, payload);
  if (event.type.includes('*')) return { kind: 'payload', reads: ['type'] };
  const reads = new Set<string>();
  try {
    const snapshot: AnyMachineSnapshot = actor.ref.getSnapshot();
    const selected = machine.getTransitionData(snapshot, recordingEvent(event, reads));
    if (selected.some((selectedTransition) => transitionKey(selectedTransition) === wanted.key))
      return { kind: 'ready' };
  } catch {
    // A guard failed, usually because of a missing field.
  }
  if (reads.size > 0) return { kind: 'payload', reads: [...reads] };
  return blocked('Its guard stops it now, or another transition of this event comes first.');
}

/** Sends an event. An action that throws would end the actor, and with it the app: its error is returned instead. */
function sendSafely(ref: AnyActorRef, event: AnyEventObject): unknown[] {
  const errors: unknown[] = [];
  const scope = Reflect.get(ref, '_actorScope') as { actionExecutor?: (action: unknown) => void } | undefined;
  const execute = scope?.actionExecutor;
  if (scope && execute) {
    scope.actionExecutor = (action) => {
      try {
        execute(action);
      } catch (error) {
        errors.push(error);
      }
    };
  }
  try {
    ref.send(event);
  } catch (error) {
    errors.push(error);
  } finally {
    if (scope && execute) scope.actionExecutor = execute;
  }
  return errors;
}

interface SendOutcome {
  readonly sent: boolean;
  readonly message: string;
  /** The fields that the event lacks; empty if it was sent. */
  readonly lacks: readonly string[];
}

const unsent = (message: string, lacks: readonly string[] = []): SendOutcome => ({
  sent: false,
  message,
  lacks,
});

/**
 * Sends the event of a transition to an actor. First it is tried on a copy, without running actions: if that fails, or
 * if fields are read that an empty payload lacks, nothing is sent.
 *
 * @param text the payload as a JSON object; may be empty
 */
export function sendTransition(
  actor: LiveActor | undefined,
  wanted: ChartTransition,
  text: string,
): SendOutcome {
  const payload = parsePayload(text);
  if (!payload) return unsent('Not sent: the payload must be a JSON object.');
  const readiness = readinessOf(actor, wanted, payload);
  if (readiness.kind === 'blocked') return unsent(`Not sent: ${readiness.reason}`);
  const machine = actor && machineOf(actor.ref);
  if (!machine) return unsent('Not sent: the actor has ended.');
  const event = eventOf(wanted, payload);
  const reads = new Set(readiness.kind === 'payload' ? readiness.reads : []);
  const missing = () =>
    unsent(`${wanted.eventType} needs a payload with ${[...reads].join(', ')}. Fill it in and press again.`, [
      ...reads,
    ]);
  const isEmpty = text.trim() === '';
  if (isEmpty && reads.size > 0) return missing();
  if (event.type.includes('*')) return unsent('Not sent: name the event as "type" in the payload.', ['type']);
  try {
    transition(machine, actor.ref.getSnapshot(), recordingEvent(event, reads));
  } catch (error) {
    return isEmpty && reads.size > 0 ? missing() : unsent(`Not sent: ${messageOf(error)}`);
  }
  if (isEmpty && reads.size > 0) return missing();
  const [error] = sendSafely(actor.ref, event);
  const sent = `Sent ${event.type}.`;
  return {
    sent: true,
    message: error === undefined ? sent : `${sent} An action failed: ${messageOf(error)}`,
    lacks: [],
  };
}
