import { Actor, type AnyActorLogic, type AnyStateNode, type InspectionEvent, StateMachine } from 'xstate';
import { createSignal, type Signal } from '@/mocks/world/signal';

/** One event of an actor. Its payload is not kept: it may contain a password or a token. */
interface ActorEvent {
  readonly id: number;
  readonly type: string;
  /** The resulting states, such as `prompt.asking`. */
  readonly states: readonly string[];
  readonly at: Date;
}

/** A machine that runs in the page, or ran recently. */
export interface LiveActor {
  readonly id: string;
  /** The id of the parent actor; null for a root. */
  readonly parent: string | null;
  /** The machine's name. */
  readonly name: string;
  readonly root: AnyStateNode;
  readonly value: unknown;
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  /** Newest first. */
  readonly events: readonly ActorEvent[];
}

export interface ActorWatch {
  /** Records an inspection event. Must be cheap, because it runs for every event of every actor. */
  observe(event: InspectionEvent): void;
  /** Running actors first, then the last few that ended. */
  list(): LiveActor[];
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

const machineOf = (ref: unknown) => {
  if (!(ref instanceof Actor)) return undefined;
  const logic: AnyActorLogic = ref.logic;
  return logic instanceof StateMachine ? logic : undefined;
};

/** Watches every machine of the page. */
export function createActorWatch(now: () => Date = () => new Date()): ActorWatch {
  let actors = new Map<string, LiveActor>();
  let count = 0;
  const { notify, onChange } = createSignal();

  function list(): LiveActor[] {
    const all = [...actors.values()].reverse();
    const running = all.filter(({ status }) => status === 'active');
    return [...running, ...all.filter(({ status }) => status !== 'active').slice(0, MOST_ENDED)];
  }

  return {
    observe(inspected) {
      // Only a snapshot proves that an actor runs: React's StrictMode creates actors that it never starts.
      if (inspected.type !== '@xstate.snapshot') return;
      const machine = machineOf(inspected.actorRef);
      if (!machine) return;
      const { actorRef, event, snapshot } = inspected;
      const value: unknown = Reflect.get(snapshot, 'value');
      // StrictMode also stops an actor and restarts it; a later event makes it active again.
      const status = event.type === 'xstate.stop' ? 'stopped' : snapshot.status;
      count += 1;
      const happened = { id: count, type: event.type, states: statesIn(value), at: now() };
      actors.set(actorRef.sessionId, {
        id: actorRef.sessionId,
        parent: actorRef instanceof Actor ? (actorRef._parent?.sessionId ?? null) : null,
        name: machine.id,
        root: machine.root,
        value,
        status,
        events: [happened, ...(actors.get(actorRef.sessionId)?.events ?? [])].slice(0, MOST_EVENTS),
      });
      // Drops actors that ended long ago, so that their machines can be garbage-collected.
      if (actors.size > 40)
        actors = new Map(
          list()
            .reverse()
            .map((held) => [held.id, held]),
        );
      notify();
    },
    list,
    onChange,
  };
}
