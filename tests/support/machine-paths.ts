import { expect } from 'vitest';
import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
  type EventFromLogic,
  type EventObject,
  fromPromise,
  type InputFrom,
  initialTransition,
  SimulatedClock,
  transition,
} from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import { type Failure, isFailure, isOutcomeUnknown } from '@/contract';

/** The external events of a machine: the user's events, and the possible results of each call. */
interface Plan {
  readonly machine: AnyStateMachine;
  readonly input: unknown;
  readonly events: readonly EventObject[];
  /** Successful outputs by invoke id. */
  readonly answers: Readonly<Record<string, readonly unknown[]>>;
  /** The possible errors of every call. */
  readonly errors: readonly unknown[];
  /** Children that are not calls and make nothing busy. They may end if they are in `answers`. */
  readonly services?: readonly string[];
  /** Calls whose failure is not `context.failure` afterwards. */
  readonly silentCalls?: readonly string[];
  /** Tags of states that are ends without being `final`; final states always are. */
  readonly ends?: readonly string[];
  /** Stops the traversal of a machine whose context grows without bound. */
  readonly stopWhen?: (context: AnyMachineSnapshot['context']) => boolean;
  /** A tag that must be reachable from every state that is not an end. */
  readonly goal?: string;
}

/** A plan typed by the machine's events and input. */
export const planFor = <M extends AnyStateMachine>(
  machine: M,
  plan: Omit<Plan, 'machine' | 'input' | 'events'> & {
    readonly input: InputFrom<M> | undefined;
    readonly events: readonly EventFromLogic<M>[];
  },
): Plan => ({ ...plan, machine });

interface Settlers {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface Edge {
  readonly from: AnyMachineSnapshot;
  readonly event: EventObject;
  readonly to: AnyMachineSnapshot;
}

interface Call {
  readonly id: string;
  readonly input: unknown;
}

export interface Replay {
  readonly calls: readonly Call[];
  readonly emitted: readonly EventObject[];
  /** The final context. */
  readonly context: unknown;
  /** The tags of the final state, sorted. */
  readonly tags: readonly string[];
  /** The machine's output; undefined if it has not ended. */
  readonly output: unknown;
}

const traversalLimit = 200_000;

/** A call's failure as thrown by the client. */
export const failure = (
  operation: Failure['operation'],
  kindOrStatus: Failure['kind'] | number,
): Failure => ({
  tag: 'call-failure',
  operation,
  message: null,
  ...(typeof kindOrStatus === 'number'
    ? { kind: 'status', status: kindOrStatus }
    : { kind: kindOrStatus, status: null }),
});

/** An error that is not a call's failure. */
export const defect = new TypeError('undefined is not a function');

export const doneEvent = (id: string, output?: unknown): EventObject & { output: unknown } => ({
  type: `xstate.done.actor.${id}`,
  output,
});

export const errorEvent = (id: string, error: unknown): EventObject & { error: unknown } => ({
  type: `xstate.error.actor.${id}`,
  error,
});

/** Computes the text of each snapshot or event once: both are immutable, and their texts are compared often. */
function once<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>();
  return (key) => {
    const value = cache.get(key) ?? compute(key);
    cache.set(key, value);
    return value;
  };
}

/** A snapshot's state and context as text; equal texts mean equal states. */
const serialize = once(({ value, context }: AnyMachineSnapshot): string =>
  JSON.stringify([value, context], (_, part: unknown) => (part instanceof Set ? [...part].sort() : part)),
);

const serializeEvent = once((event: EventObject): string =>
  JSON.stringify(event, (_, part: unknown) => (part instanceof Error ? part.message : part)),
);

/** The pending calls of a snapshot, by invoke id. */
export const pendingCalls = (
  snapshot: AnyMachineSnapshot,
  { services = [] }: Pick<Plan, 'services'> = {},
): string[] => Object.keys(snapshot.children).filter((id) => !services.includes(id));

const timersOf = (snapshot: AnyMachineSnapshot): EventObject[] =>
  snapshot._nodes.flatMap((node) => node.after.map(({ eventType }) => ({ type: eventType })));

function possibleEvents(plan: Plan, snapshot: AnyMachineSnapshot): EventObject[] {
  if (snapshot.status === 'done' || plan.stopWhen?.(snapshot.context)) return [];
  const answers = pendingCalls(snapshot, plan).flatMap((id) => [
    ...(plan.answers[id] ?? [undefined]).map((output) => doneEvent(id, output)),
    ...plan.errors.map((error) => errorEvent(id, error)),
  ]);
  const ends = (plan.services ?? [])
    .filter((id) => id in snapshot.children)
    .flatMap((id) => (plan.answers[id] ?? []).map((output) => doneEvent(id, output)));
  return [...plan.events.filter((event) => snapshot.can(event)), ...answers, ...ends, ...timersOf(snapshot)];
}

interface ReachedState {
  readonly state: AnyMachineSnapshot;
  /** By the text of the event. */
  readonly exits: Map<string, Edge>;
}

/** All reachable states by their texts, the first state first. */
type Reachable = ReadonlyMap<string, ReachedState>;

function explore(plan: Plan): Reachable {
  const reachable = new Map<string, ReachedState>();
  const reachedOf = (state: AnyMachineSnapshot): ReachedState => {
    const reached = reachable.get(serialize(state)) ?? { state, exits: new Map<string, Edge>() };
    reachable.set(serialize(state), reached);
    return reached;
  };
  reachedOf(initialTransition(plan.machine, plan.input)[0]);
  const transitions = getAdjacencyMap(plan.machine, {
    input: plan.input,
    events: (snapshot: AnyMachineSnapshot) => possibleEvents(plan, snapshot),
    serializeState: serialize,
    serializeEvent,
    limit: traversalLimit,
  });
  for (const { state: from, event, nextState: to } of adjacencyMapToArray(transitions)) {
    reachedOf(from).exits.set(serializeEvent(event), { from, event, to });
    reachedOf(to);
  }
  return reachable;
}

const edgesIn = (reachable: Reachable): Edge[] =>
  [...reachable.values()].flatMap(({ exits }) => [...exits.values()]);

/** All transitions that the plan can cause. */
export const edgesOf = (plan: Plan): Edge[] => edgesIn(explore(plan));

/** The shortest event sequence to each state, by its text. */
function waysIn(reachable: Reachable): ReadonlyMap<string, readonly EventObject[]> {
  const [start = ''] = reachable.keys();
  const ways = new Map<string, readonly EventObject[]>([[start, []]]);
  // States that are added during the loop are visited too, in the order of their distance.
  for (const [at, way] of ways)
    for (const { event, to } of reachable.get(at)?.exits.values() ?? [])
      if (!ways.has(serialize(to))) ways.set(serialize(to), [...way, event]);
  return ways;
}

/** Event sequences that take every transition: the shortest path to each state, plus one step. */
function walksIn(reachable: Reachable): EventObject[][] {
  const walks = [...waysIn(reachable)].flatMap(([at, way]) =>
    [...(reachable.get(at)?.exits.values() ?? [])].map(({ event }) => [...way, event]),
  );
  const beginnings = new Set(walks.map((walk) => walk.slice(0, -1).map(serializeEvent).join()));
  return walks.filter((walk) => !beginnings.has(walk.map(serializeEvent).join()));
}

const settle = async () => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
};

/** What one replay has called, and how its calls can be ended. */
interface Running {
  readonly calls: Call[];
  readonly open: Map<string, Settlers>;
}

const running = new WeakMap<AnyActorRef['system'], Running>();

/** The plan's machine whose calls end only as a replay says. */
const machineFor = once((plan: Plan): AnyStateMachine => {
  const call = fromPromise<unknown, unknown>(({ input, self, system }) => {
    const replay = running.get(system);
    replay?.calls.push({ id: self.id, input });
    return new Promise<unknown>((resolve, reject) => replay?.open.set(self.id, { resolve, reject }));
  });
  const names = Object.keys(plan.machine.implementations.actors);
  return plan.machine.provide({ actors: Object.fromEntries(names.map((name) => [name, call])) });
});

/**
 * Runs a sequence of events on a real actor whose calls end as the sequence defines, and checks after each step that
 * its state matches the pure transition function.
 *
 * @param reachable what that function returned, where the plan was explored; the rest is computed
 */
export async function replay(
  plan: Plan,
  walk: readonly EventObject[],
  reachable: Reachable = new Map(),
): Promise<Replay> {
  const calls: Call[] = [];
  const emitted: EventObject[] = [];
  const open = new Map<string, Settlers>();
  const clock = new SimulatedClock();
  const actor = createActor(machineFor(plan), { input: plan.input, clock });
  running.set(actor.system, { calls, open });
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  for (const event of walk) {
    const before: AnyMachineSnapshot = actor.getSnapshot();
    const [kind, id] = event.type.split(/(?<=actor)\./);
    if (kind === 'xstate.done.actor' && 'output' in event) open.get(id ?? '')?.resolve(event.output);
    else if (kind === 'xstate.error.actor' && 'error' in event) open.get(id ?? '')?.reject(event.error);
    else if (event.type.startsWith('xstate.after.')) clock.increment(3_600_000);
    else actor.send(event);
    await settle();
    const node = reachable.get(serialize(before))?.exits.get(serializeEvent(event));
    const expected = serialize(node?.to ?? transition(plan.machine, before, event)[0]);
    const active = serialize(actor.getSnapshot());
    if (active !== expected) expect(active, walk.map(serializeEvent).join('\n')).toBe(expected);
  }
  const { context, tags, output } = actor.getSnapshot();
  actor.stop();
  return { calls, emitted, context, tags: [...tags].sort(), output };
}

const isEnd = ({ ends = [] }: Plan, snapshot: AnyMachineSnapshot): boolean =>
  snapshot.status === 'done' || ends.some((tag) => snapshot.hasTag(tag));

function expectBothExits(plan: Plan, snapshot: AnyMachineSnapshot) {
  const calls = pendingCalls(snapshot, plan);
  expect(snapshot.hasTag('busy'), `busy exactly while a call is under way: ${serialize(snapshot)}`).toBe(
    calls.length > 0,
  );
  for (const id of calls) {
    expect(plan.answers, `the plan knows how ${id} may be answered`).toHaveProperty([id]);
    expect(snapshot.can(doneEvent(id, plan.answers[id]?.[0])), `${id} may succeed`).toBe(true);
    expect(snapshot.can(errorEvent(id, defect)), `${id} may fail`).toBe(true);
  }
}

function expectFailureIsHandled(plan: Plan, { event, to }: Edge) {
  // A failure that ends the flow is in its output, such as a second order that finds the first one placed.
  if (!('error' in event) || to.status === 'done') return;
  const id = event.type.replace('xstate.error.actor.', '');
  if (plan.silentCalls?.includes(id)) return;
  // If the outcome is unknown, the machine may fetch the server's data first.
  if (!isOutcomeUnknown(event.error))
    expect(to.hasTag('busy'), `the user can act after ${serializeEvent(event)}`).toBe(false);
  expect(to.context.failure).toEqual(isFailure(event.error) ? event.error : null);
}

function expectGoalInReach(plan: Plan, goal: string, states: AnyMachineSnapshot[], edges: Edge[]) {
  const good = new Set(states.filter((state) => state.hasTag(goal)).map(serialize));
  expect(good.size, `some state is tagged ${goal}`).toBeGreaterThan(0);
  const steps = edges.map(({ from, to }) => ({ from: serialize(from), to: serialize(to) }));
  for (let before = -1; before !== good.size; ) {
    before = good.size;
    for (const { from, to } of steps) if (good.has(to)) good.add(from);
  }
  const trapped = states.filter(
    (state) => state.status !== 'done' && !isEnd(plan, state) && !good.has(serialize(state)),
  );
  expect(trapped.map(serialize), `${goal} stays in reach`).toEqual([]);
}

/** The innermost states of a machine. One that is always left at once is never active. */
const leavesOf = (node: AnyStateNode): AnyStateNode[] => {
  const inner = Object.values(node.states);
  if (inner.length > 0) return inner.flatMap(leavesOf);
  return node.always?.some(({ guard }) => guard === undefined) ? [] : [node];
};

/**
 * Checks for every machine: a pending call may succeed or fail, a failure is kept for display and lets the user act,
 * no state is a dead end, and every state is reached.
 *
 * @param plans of the same machine, which together reach every state
 */
export function expectNoDeadEnd(...plans: readonly [Plan, ...Plan[]]) {
  const reached = new Set(plans.flatMap(expectWayOn).flatMap((state) => state._nodes.map(({ id }) => id)));
  const unreached = leavesOf(plans[0].machine.root).filter(({ id }) => !reached.has(id));
  expect(
    unreached.map(({ id }) => id),
    'states that the plans never reach',
  ).toEqual([]);
}

/** @returns the states that the plan reaches */
function expectWayOn(plan: Plan): AnyMachineSnapshot[] {
  const reachable = explore(plan);
  const states = [...reachable.values()].map(({ state }) => state);
  const edges = edgesIn(reachable);
  for (const snapshot of states) {
    expect(['active', 'done']).toContain(snapshot.status);
    expectBothExits(plan, snapshot);
    if (!isEnd(plan, snapshot) && !snapshot.hasTag('busy'))
      expect(
        plan.events.some((event) => snapshot.can(event)),
        `the user can go on from ${serialize(snapshot)}`,
      ).toBe(true);
  }
  for (const edge of edges) expectFailureIsHandled(plan, edge);
  if (plan.goal !== undefined) expectGoalInReach(plan, plan.goal, states, edges);
  return states;
}

/** Replays every walk of the plan on a real actor and passes each record to the check. */
export async function expectOnEveryWalk(plan: Plan, check: (record: Replay, walk: EventObject[]) => void) {
  const reachable = explore(plan);
  const walks = walksIn(reachable);
  expect(walks.length).toBeGreaterThan(0);
  for (const walk of walks) check(await replay(plan, walk, reachable), walk);
}
