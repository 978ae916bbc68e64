import { expect } from 'vitest';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  type EventObject,
  fromPromise,
  type InputFrom,
  initialTransition,
  SimulatedClock,
  transition,
} from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import { type Failure, isFailure, isOutcomeUnknown } from '@/contract';

/** What can happen to a machine from outside: the user's events, and how each call may end. */
interface Plan {
  readonly machine: AnyStateMachine;
  readonly input: unknown;
  readonly events: readonly EventObject[];
  /** Good answers by the invoke's id. */
  readonly answers: Readonly<Record<string, readonly unknown[]>>;
  /** What every call may throw. */
  readonly errors: readonly unknown[];
  /** Children that run along and are no calls: they make nothing busy. With `answers` they may end. */
  readonly services?: readonly string[];
  /** Calls whose failure is not shown to the user. */
  readonly silentCalls?: readonly string[];
  /** Tags of the states that are meant as ends without being `final`: final states are ends by themselves. */
  readonly ends?: readonly string[];
  /** Where to stop looking on, for a machine whose context grows without end. */
  readonly enough?: (context: AnyMachineSnapshot['context']) => boolean;
  /** A tag that must stay in reach of every state that is no end. */
  readonly goal?: string;
}

/** A plan whose events and input are those of the machine. */
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
  /** The context at the end. */
  readonly context: unknown;
  /** What the machine ended with; undefined where it has not ended. */
  readonly output: unknown;
}

const traversalLimit = 200_000;

/** A failure of a call, as the client throws it. */
export const failure = (operation: Failure['operation'], kindOrStatus: Failure['kind'] | number): Failure =>
  typeof kindOrStatus === 'number'
    ? { operation, kind: 'status', status: kindOrStatus, message: null }
    : { operation, kind: kindOrStatus, status: null, message: null };

/** An error that is no failure of a call. */
export const defect = new TypeError('undefined is not a function');

export const doneEvent = (id: string, output?: unknown): EventObject & { output: unknown } => ({
  type: `xstate.done.actor.${id}`,
  output,
});

export const errorEvent = (id: string, error: unknown): EventObject & { error: unknown } => ({
  type: `xstate.error.actor.${id}`,
  error,
});

/** A snapshot's state and context as text; equal texts mean the same state. */
export const serialize = ({ value, context }: AnyMachineSnapshot): string =>
  JSON.stringify([value, context], (_, part: unknown) => (part instanceof Set ? [...part].sort() : part));

const serializeEvent = (event: EventObject): string =>
  JSON.stringify(event, (_, part: unknown) => (part instanceof Error ? part.message : part));

/** The calls under way in a snapshot, by the invoke's id. */
export const pendingCalls = (
  snapshot: AnyMachineSnapshot,
  { services = [] }: Pick<Plan, 'services'> = {},
): string[] => Object.keys(snapshot.children).filter((id) => !services.includes(id));

const timersOf = (snapshot: AnyMachineSnapshot): EventObject[] =>
  snapshot._nodes.flatMap((node) => node.after.map(({ eventType }) => ({ type: eventType })));

function happenings(plan: Plan, snapshot: AnyMachineSnapshot): EventObject[] {
  if (snapshot.status === 'done' || plan.enough?.(snapshot.context)) return [];
  const answers = pendingCalls(snapshot, plan).flatMap((id) => [
    ...(plan.answers[id] ?? [undefined]).map((output) => doneEvent(id, output)),
    ...plan.errors.map((error) => errorEvent(id, error)),
  ]);
  const ends = (plan.services ?? [])
    .filter((id) => id in snapshot.children)
    .flatMap((id) => (plan.answers[id] ?? []).map((output) => doneEvent(id, output)));
  return [...plan.events.filter((event) => snapshot.can(event)), ...answers, ...ends, ...timersOf(snapshot)];
}

const traversal = (plan: Plan) => ({
  input: plan.input,
  events: (snapshot: AnyMachineSnapshot) => happenings(plan, snapshot),
  serializeState: serialize,
  serializeEvent,
  limit: traversalLimit,
});

/** Every transition that the plan can bring about. */
export const edgesOf = (plan: Plan): Edge[] =>
  adjacencyMapToArray(getAdjacencyMap(plan.machine, traversal(plan))).map(({ state, event, nextState }) => ({
    from: state,
    event,
    to: nextState,
  }));

/** Every reachable state, once. */
function statesOf(plan: Plan): AnyMachineSnapshot[] {
  return getShortestPaths(plan.machine, traversal(plan)).map(({ state }) => state);
}

/** Event sequences that together take every transition: the shortest way to each state, and one step on. */
function walksOf(plan: Plan): EventObject[][] {
  const walks = getShortestPaths(plan.machine, traversal(plan)).flatMap(({ state, steps }) => {
    const way = steps.slice(1).map(({ event }) => event);
    return happenings(plan, state).map((event) => [...way, event]);
  });
  const beginnings = new Set(walks.map((walk) => walk.slice(0, -1).map(serializeEvent).join()));
  return walks.filter((walk) => !beginnings.has(walk.map(serializeEvent).join()));
}

/** Steps of a tour: enough to save most of the starts, few enough to see from its name what failed. */
const longestTour = 12;

/** The shortest way from a state to a transition that was not taken yet, that transition included. */
function wayToNew(from: string, exits: ReadonlyMap<string, Edge[]>, open: ReadonlySet<Edge>): Edge[] {
  const seen = new Set([from]);
  let ways: { at: string; way: Edge[] }[] = [{ at: from, way: [] }];
  while (ways.length > 0) {
    const next: typeof ways = [];
    for (const { at, way } of ways) {
      for (const edge of exits.get(at) ?? []) {
        if (open.has(edge)) return [...way, edge];
        const to = serialize(edge.to);
        if (!seen.has(to)) next.push({ at: to, way: [...way, edge] });
        seen.add(to);
      }
    }
    ways = next;
  }
  return [];
}

/**
 * Event sequences that together take every transition, with as few starts as that takes: for screens, where starting costs
 * more than a step. `walksOf` gives the shortest sequences instead.
 */
export function toursOf(plan: Plan): EventObject[][] {
  const edges = edgesOf(plan);
  const exits = new Map<string, Edge[]>();
  for (const edge of edges)
    exits.set(serialize(edge.from), [...(exits.get(serialize(edge.from)) ?? []), edge]);
  const open = new Set(edges);
  const [start] = initialTransition(plan.machine, plan.input);
  const tours: Edge[][] = [];
  while (open.size > 0) {
    const tour: Edge[] = [];
    while (tour.length < longestTour) {
      const way = wayToNew(serialize(tour.at(-1)?.to ?? start), exits, open);
      if (way.length === 0) break;
      tour.push(...way);
      for (const edge of way) open.delete(edge);
    }
    if (tour.length === 0) throw new Error('A transition is out of reach from the start.');
    tours.push(tour);
  }
  return tours.map((tour) => tour.map(({ event }) => event));
}

const settle = async () => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
};

/**
 * Runs a sequence of events against a real actor whose calls end as the sequence says, and checks after each step that
 * the actor stands where the pure transition function puts it.
 */
export async function replay(plan: Plan, walk: readonly EventObject[]): Promise<Replay> {
  const calls: Call[] = [];
  const emitted: EventObject[] = [];
  const open = new Map<string, Settlers>();
  const call = fromPromise<unknown, unknown>(({ input, self }) => {
    calls.push({ id: self.id, input });
    const promise = new Promise<unknown>((resolve, reject) => open.set(self.id, { resolve, reject }));
    return promise;
  });
  const names = Object.keys(plan.machine.implementations.actors);
  const machine = plan.machine.provide({ actors: Object.fromEntries(names.map((name) => [name, call])) });
  const clock = new SimulatedClock();
  const actor = createActor(machine, { input: plan.input, clock });
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
    const [expected] = transition(plan.machine, before, event);
    const stands = serialize(actor.getSnapshot());
    if (stands !== serialize(expected))
      expect(stands, walk.map(serializeEvent).join('\n')).toBe(serialize(expected));
  }
  const { context, output } = actor.getSnapshot();
  actor.stop();
  return { calls, emitted, context, output };
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
  // A failure that ends the flow, as a second order does that finds the first one placed, is in its output.
  if (!('error' in event) || to.status === 'done') return;
  const id = event.type.replace('xstate.error.actor.', '');
  if (plan.silentCalls?.includes(id)) return;
  // Where the outcome is unknown the machine may ask the server first.
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

/**
 * What every machine owes its user: a pending call may end both ways, a failure leaves them where they can act and is
 * kept to be shown, and nobody is ever stuck.
 */
export function expectNoDeadEnd(plan: Plan) {
  const states = statesOf(plan);
  const edges = edgesOf(plan);
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
}

/** Replays every walk of the plan against a real actor and hands each record to the given check. */
export async function expectOnEveryWalk(plan: Plan, check: (record: Replay, walk: EventObject[]) => void) {
  const walks = walksOf(plan);
  expect(walks.length).toBeGreaterThan(0);
  for (const walk of walks) check(await replay(plan, walk), walk);
}

const leavesOf = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes
    .filter(({ states }) => Object.keys(states).length === 0)
    .map(({ path }) => path.join('.'))
    .sort();

const nameOfEvent = ({ type }: EventObject): string =>
  type
    .replace(/^xstate\.done\.actor\.(.+)$/, '$1 done')
    .replace(/^xstate\.error\.actor\.(.+)$/, '$1 failed')
    .replace(/^xstate\.after\.(\w+)\..+$/, 'after $1');

/**
 * Every transition that the plans can bring about, once, by the innermost states that it leaves and enters:
 * `form.ready SUBMIT → sendingCode`. A test that types them out notices each one that is added, removed or led elsewhere. Of
 * several regions that are left or entered together the first is named.
 */
export function transitionsOf(...plans: readonly Plan[]): string[] {
  const transitions = plans.flatMap(edgesOf).map(({ from, event, to }) => {
    const [before, after] = [leavesOf(from), leavesOf(to)];
    const left = before.find((leaf) => !after.includes(leaf));
    const entered = after.find((leaf) => !before.includes(leaf));
    if (entered === undefined || left === undefined) return `${nameOfEvent(event)} stays`;
    return `${left} ${nameOfEvent(event)} → ${entered}`;
  });
  return [...new Set(transitions)].sort();
}
