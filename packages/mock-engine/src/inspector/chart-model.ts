import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** An actor without an id of its own has its position and its state as its id: `0.kit.sending`. */
const isOwnId = (id: string) => !/^\d+\./.test(id);

/** `xstate.done.actor.saveLab` is shown as `saveLab done`, a delay as `after resend`. */
export function eventName(type: string): string {
  const [, outcome, actor] = /^xstate\.(done|error|snapshot)\.actor\.(.+)$/.exec(type) ?? [];
  if (outcome && actor) {
    const name = isOwnId(actor) ? actor : 'actor';
    return `${name} ${outcome === 'error' ? 'failed' : outcome}`;
  }
  const [, delay] = /^xstate\.after\.(.+?)\./.exec(type) ?? [];
  if (delay) return `after ${delay}${/^\d+$/.test(delay) ? ' ms' : ''}`;
  if (type.startsWith('xstate.done.state')) return 'all done';
  if (type === 'xstate.init') return 'start';
  if (type === 'xstate.stop') return 'stop';
  return type === '' ? 'at once' : type;
}

/** XState itself sends these events, and takes transitions without an event. */
export const isInternalEvent = (type: string) => type === '' || type.startsWith('xstate.');

/** The transitions of a state, eventless ones first. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
];

/** Names a transition in the same way in every run of its machine. */
export const transitionKey = (transition: AnyTransitionDefinition): string =>
  `${transition.source.id} ${transitionsOf(transition.source).indexOf(transition)}`;

function nameOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const type = typeof part === 'object' && part !== null ? Reflect.get(part, 'type') : undefined;
  return typeof type === 'string' ? type : 'condition';
}

/** The name of an invoked actor. XState gives a source of its own to logic that is written in place. */
function callOf({ src, id }: AnyStateNode['invoke'][number]): string {
  if (typeof src === 'string' && !src.startsWith('xstate.invoke.')) return src;
  return isOwnId(id) ? id : 'actor';
}

/** The actors that a state invokes. */
export const callsOf = (node: AnyStateNode): string[] => node.invoke.map(callOf);

/** A transition's label: its event, and its guard if it has one. */
export function labelOf({ source, eventType, guard }: AnyTransitionDefinition): string {
  const unnamed = source.invoke.find(({ id }) => !isOwnId(id) && eventType.endsWith(`.actor.${id}`));
  const event = unnamed ? eventType.slice(0, -unnamed.id.length) + callOf(unnamed) : eventType;
  return guard === undefined ? eventName(event) : `${eventName(event)} [${nameOf(guard)}]`;
}

/** A transition as the chart shows it, of any of the machine's actors. */
export interface ChartTransition {
  /** See `transitionKey`. */
  readonly key: string;
  readonly eventType: string;
  readonly label: string;
  /** The path of the state it leaves; empty for the machine as a whole. */
  readonly from: string;
  /** The paths of the states it leads to; none if it only runs actions. */
  readonly to: readonly string[];
}

export interface ChartState {
  readonly id: string;
  readonly label: string;
  /** Null for the machine itself. */
  readonly parent: string | null;
  /** `group`: contains states. `entry`: a group's initial state. `any`: transitions of every state in a group. */
  readonly kind: 'state' | 'final' | 'history' | 'group' | 'entry' | 'any';
  /** The states in a group are all active at the same time. */
  readonly isParallel: boolean;
  /** The invoked actors, such as `saveLab`. */
  readonly calls: readonly string[];
  /** Transitions that stay in the state. */
  readonly inner: readonly ChartTransition[];
  /** The state's path, such as `prompt.asking`; null if it is not a state. The machine's is empty. */
  readonly path: string | null;
}

export interface ChartMove {
  readonly from: string;
  readonly to: string;
  /** None for the arrow to an initial state. */
  readonly transitions: readonly ChartTransition[];
}

export interface ChartModel {
  /** Each state follows the one that contains it. */
  readonly states: readonly ChartState[];
  readonly moves: readonly ChartMove[];
  /** All transitions, by state. */
  readonly transitions: readonly ChartTransition[];
}

const entryOf = (node: AnyStateNode) => `${node.id}#entry`;
const anyOf = (node: AnyStateNode) => `${node.id}#any`;
const childrenOf = (node: AnyStateNode) => Object.values(node.states);
const isGroup = (node: AnyStateNode) => childrenOf(node).length > 0;
const pathOf = (node: AnyStateNode) => node.path.join('.');

function contains(outer: AnyStateNode, inner: AnyStateNode): boolean {
  return inner.parent !== undefined && (inner.parent === outer || contains(outer, inner.parent));
}

function chartTransition(transition: AnyTransitionDefinition): ChartTransition {
  const { source, eventType, target } = transition;
  return {
    key: transitionKey(transition),
    eventType,
    label: labelOf(transition),
    from: pathOf(source),
    to: (target ?? []).map(pathOf),
  };
}

const staysIn = (source: AnyStateNode, { target = [] }: AnyTransitionDefinition) =>
  target.every((node) => node === source);

/** The ends of a transition's arrow. Between a group and a state in it, it stays inside the group. */
function endsOf(source: AnyStateNode, target: AnyStateNode): { from: string; to: string } {
  if (source === target) return { from: anyOf(source), to: entryOf(source) };
  if (contains(source, target)) return { from: anyOf(source), to: target.id };
  if (contains(target, source)) return { from: source.id, to: entryOf(target) };
  return { from: source.id, to: target.id };
}

/** Where a history state leads if the group was never active. */
function defaultsOf(history: AnyStateNode): AnyStateNode[] {
  const { parent } = history;
  const wanted: unknown = Reflect.get(history.config, 'target');
  if (typeof wanted !== 'string' || parent === undefined) return [];
  if (wanted.startsWith('#')) return [history.machine.getStateNodeById(wanted.slice(1))];
  let node: AnyStateNode | undefined = parent;
  for (const key of wanted.split('.')) node = node?.states[key];
  return node === undefined ? [] : [node];
}

type Arrow = Omit<ChartMove, 'transitions'> & { readonly transition?: ChartTransition };

function arrowsOf(node: AnyStateNode): Arrow[] {
  const own = transitionsOf(node)
    .filter((transition) => !staysIn(node, transition))
    .flatMap((definition) => {
      const transition = chartTransition(definition);
      return (definition.target ?? []).map((target) => ({ ...endsOf(node, target), transition }));
    });
  const starts =
    isGroup(node) && node.type !== 'parallel'
      ? node.initial.target.map(({ id }) => ({ from: entryOf(node), to: id }))
      : [];
  const defaults = node.type === 'history' ? defaultsOf(node).map((to) => endsOf(node, to)) : [];
  return [...starts, ...defaults, ...own, ...childrenOf(node).flatMap(arrowsOf)];
}

/** All regions of a parallel state start together. Shown where a state inside leads to the whole. */
function regionArrows(node: AnyStateNode, targets: ReadonlySet<string>): Arrow[] {
  const from = entryOf(node);
  const own = node.type === 'parallel' && targets.has(from) ? childrenOf(node) : [];
  return [
    ...own.map(({ id }) => ({ from, to: id })),
    ...childrenOf(node).flatMap((child) => regionArrows(child, targets)),
  ];
}

function kindOf(node: AnyStateNode): ChartState['kind'] {
  if (isGroup(node)) return 'group';
  return node.type === 'final' || node.type === 'history' ? node.type : 'state';
}

function statesOf(node: AnyStateNode, ends: ReadonlySet<string>): ChartState[] {
  const inside = { parent: node.id, isParallel: false, calls: [], inner: [], path: null };
  const marks: ChartState[] = [
    { ...inside, id: entryOf(node), label: '', kind: 'entry' as const },
    { ...inside, id: anyOf(node), label: 'any state', kind: 'any' as const },
  ].filter(({ id }) => ends.has(id));
  const state: ChartState = {
    id: node.id,
    label: node.type === 'history' ? (node.history === 'deep' ? 'H*' : 'H') : node.key,
    parent: node.parent?.id ?? null,
    kind: kindOf(node),
    isParallel: node.type === 'parallel',
    calls: callsOf(node),
    inner: transitionsOf(node)
      .filter((transition) => staysIn(node, transition))
      .map(chartTransition),
    path: pathOf(node),
  };
  return [state, ...marks, ...childrenOf(node).flatMap((child) => statesOf(child, ends))];
}

const allTransitions = (node: AnyStateNode): ChartTransition[] => [
  ...transitionsOf(node).map(chartTransition),
  ...childrenOf(node).flatMap(allTransitions),
];

/** Converts a machine to boxes and arrows. Several events between the same two states share an arrow. */
export function chartOf(root: AnyStateNode): ChartModel {
  const moves = new Map<string, ChartMove>();
  const arrows = arrowsOf(root);
  const targets = new Set(arrows.map(({ to }) => to));
  for (const { from, to, transition } of [...arrows, ...regionArrows(root, targets)]) {
    const key = `${from}→${to}`;
    const transitions = moves.get(key)?.transitions ?? [];
    moves.set(key, { from, to, transitions: transition ? [...transitions, transition] : transitions });
  }
  const ends = new Set([...moves.values()].flatMap(({ from, to }) => [from, to]));
  return { states: statesOf(root, ends), moves: [...moves.values()], transitions: allTransitions(root) };
}
