import type { AnyActorRef, AnyEventObject, AnyStateMachine, InspectionEvent } from 'xstate';
import { createSignal, type Signal } from '../world/signal';
import { type ChartModel, chartOf, transitionKey } from './chart-model';

/** One event of an actor. Its payload is not kept: it may contain a password or a token. */
interface ActorEvent {
  readonly type: string;
  /** The resulting states, such as `prompt.asking`. */
  readonly states: readonly string[];
  readonly at: Date;
}

/** A machine of the page, whether it runs or not. */
export interface WatchedMachine {
  readonly name: string;
  /** Computed at the first call. */
  readonly chart: () => ChartModel;
  /** How often each transition was taken in this visit, by its key. */
  readonly taken: ReadonlyMap<string, number>;
}

/** An actor that runs in the page, or ran recently. */
export interface LiveActor {
  readonly id: string;
  /** The id of the parent actor; null for a root. */
  readonly parent: string | null;
  /** The machine's name, or the actor's if it is no machine. */
  readonly name: string;
  readonly ref: AnyActorRef;
  /** Undefined for other actors, such as promises. */
  readonly machine: WatchedMachine | undefined;
  readonly value: unknown;
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  /** Newest first. */
  readonly events: readonly ActorEvent[];
}

export interface ActorWatch {
  /** Records an inspection event. Must be cheap, because it runs for every event of every actor. */
  observe(event: InspectionEvent): void;
  /** Adds an actor that runs already, with its children, and follows them. Returns a function that stops it. */
  attach(root: AnyActorRef): () => void;
  /** Adds machines that may not run yet. */
  addMachines(machines: Iterable<AnyStateMachine>): void;
  /** Running actors first, then the last few that ended. */
  list(): LiveActor[];
  /** All machines that ran, that running ones can invoke, or that were added. */
  machines(): WatchedMachine[];
  readonly onChange: Signal['onChange'];
}

const MOST_EVENTS = 20;
const MOST_ENDED = 5;

/** The paths of the states in a state value: `{ prompt: 'asking' }` is `prompt.asking`. */
export function statesIn(value: unknown, prefix = ''): string[] {
  if (typeof value === 'string') return [`${prefix}${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) => {
    const deeper = statesIn(held, `${prefix}${key}.`);
    return deeper.length === 0 ? [`${prefix}${key}`] : deeper;
  });
}

/** Not by its class: the page may have another copy of XState. */
function isMachine(logic: unknown): logic is AnyStateMachine {
  return typeof logic === 'object' && logic !== null && 'root' in logic && 'implementations' in logic;
}

/** The machine of an actor, if it is one. */
export function machineOf(ref: object): AnyStateMachine | undefined {
  const logic: unknown = Reflect.get(ref, 'logic');
  return isMachine(logic) ? logic : undefined;
}

type Snapshot = { readonly status: LiveActor['status']; readonly children?: Record<string, AnyActorRef> };

/** Watches the actors of one or more actor systems. */
export function createActorWatch(now: () => Date = () => new Date()): ActorWatch {
  let actors = new Map<string, LiveActor>();
  /** By their config: `provide` makes a new machine of the same config. */
  const machines = new Map<object, WatchedMachine & { readonly taken: Map<string, number> }>();
  /** Transitions of actors that may never start: React's StrictMode creates such actors. */
  const pending = new WeakMap<object, string[]>();
  const { notify, onChange } = createSignal();

  function watched(machine: AnyStateMachine) {
    const known = machines.get(machine.config);
    if (known) return known;
    let chart: ChartModel | undefined;
    const added = {
      name: machine.id,
      chart: () => {
        chart ??= chartOf(machine.root);
        return chart;
      },
      taken: new Map<string, number>(),
    };
    machines.set(machine.config, added);
    addMachines(Object.values(machine.implementations.actors).filter(isMachine));
    return added;
  }

  function addMachines(added: Iterable<AnyStateMachine>): void {
    for (const machine of added) watched(machine);
    notify();
  }

  function list(): LiveActor[] {
    // An action that throws ends its actor without an inspection event.
    const all = [...actors.values()].reverse().map((actor): LiveActor => {
      const { status } = actor.ref.getSnapshot() as Snapshot;
      return actor.status === 'active' && status === 'error' ? { ...actor, status } : actor;
    });
    const running = all.filter(({ status }) => status === 'active');
    const ended = all.filter(({ status }) => status !== 'active');
    return [...running, ...ended.slice(0, MOST_ENDED)];
  }

  function record(ref: AnyActorRef, event: AnyEventObject, snapshot: Snapshot): void {
    const logic = machineOf(ref);
    const machine = logic && watched(logic);
    for (const key of pending.get(ref) ?? []) machine?.taken.set(key, (machine.taken.get(key) ?? 0) + 1);
    pending.delete(ref);
    const value: unknown = Reflect.get(snapshot, 'value');
    // StrictMode also stops an actor and restarts it; a later event makes it active again.
    const status = event.type === 'xstate.stop' ? 'stopped' : snapshot.status;
    if (status !== 'active' && !machine) {
      actors.delete(ref.sessionId);
      notify();
      return;
    }
    const parent: unknown = Reflect.get(ref, '_parent');
    actors.set(ref.sessionId, {
      id: ref.sessionId,
      parent: typeof parent === 'object' && parent !== null ? String(Reflect.get(parent, 'sessionId')) : null,
      name: logic?.id ?? ref.id,
      ref,
      machine,
      value,
      status,
      events: [
        { type: event.type, states: statesIn(value), at: now() },
        ...(actors.get(ref.sessionId)?.events ?? []),
      ].slice(0, MOST_EVENTS),
    });
    // Drops actors that ended long ago, so that they can be garbage-collected.
    if (actors.size > 40)
      actors = new Map(
        list()
          .reverse()
          .map((actor) => [actor.id, actor]),
      );
    notify();
  }

  function addRunning(ref: AnyActorRef): void {
    const snapshot = ref.getSnapshot() as Snapshot;
    record(ref, { type: 'xstate.init' }, snapshot);
    for (const child of Object.values(snapshot.children ?? {})) addRunning(child);
  }

  function observe(inspected: InspectionEvent): void {
    const ref = inspected.actorRef;
    if (inspected.type === '@xstate.microstep') {
      const keys = inspected._transitions.map(transitionKey);
      if (keys.length > 0) pending.set(ref, [...(pending.get(ref) ?? []), ...keys]);
    } else if (inspected.type === '@xstate.snapshot' && 'sessionId' in ref) {
      // Only a snapshot proves that an actor runs.
      record(ref as AnyActorRef, inspected.event, inspected.snapshot as Snapshot);
    }
  }

  return {
    observe,
    attach(root) {
      const { unsubscribe } = root.system.inspect(observe);
      addRunning(root);
      return unsubscribe;
    },
    addMachines,
    list,
    machines: () => [...machines.values()],
    onChange,
  };
}
