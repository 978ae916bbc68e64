import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** `xstate.done.actor.saveLab` is shown as `saveLab done`, a delay as `after resend`. */
export function eventName(type: string): string {
  const [, outcome, actor] = /^xstate\.(done|error|snapshot)\.actor\.(.+)$/.exec(type) ?? [];
  if (outcome && actor) return `${actor} ${outcome === 'error' ? 'failed' : outcome}`;
  const [, delay] = /^xstate\.after\.(.+?)\./.exec(type) ?? [];
  if (delay) return `after ${delay}`;
  if (type.startsWith('xstate.done.state')) return 'all done';
  if (type === 'xstate.init') return 'start';
  if (type === 'xstate.stop') return 'stop';
  return type === '' ? 'at once' : type;
}

export interface ChartState {
  readonly id: string;
  readonly label: string;
  readonly parent: string | null;
  /** `group`: contains states. `entry`: a group's initial state. `any`: transitions of every state in a group. */
  readonly kind: 'state' | 'final' | 'group' | 'entry' | 'any';
  /** The invoked actors, such as `saveLab`. */
  readonly calls: readonly string[];
  /** The state's path, such as `prompt.asking`; empty if it is not a state. */
  readonly path: string;
}

export interface ChartMove {
  readonly from: string;
  readonly to: string;
  readonly labels: readonly string[];
}

export interface ChartModel {
  readonly states: readonly ChartState[];
  readonly moves: readonly ChartMove[];
}

const entryOf = (node: AnyStateNode) => `${node.id}#entry`;
const anyOf = (node: AnyStateNode) => `${node.id}#any`;
const childrenOf = (node: AnyStateNode) => Object.values(node.states);
const isGroup = (node: AnyStateNode) => childrenOf(node).length > 0;

/** The transitions of a state, eventless ones first. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
];

function nameOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const type = typeof part === 'object' && part !== null ? Reflect.get(part, 'type') : undefined;
  return typeof type === 'string' ? type : 'condition';
}

/** A transition's label: its event, and its guard if it has one. */
export const labelOf = ({ eventType, guard }: AnyTransitionDefinition) =>
  guard === undefined ? eventName(eventType) : `${eventName(eventType)} [${nameOf(guard)}]`;

/** The node an arrow points to; for a group, its entry. */
const targetOf = (node: AnyStateNode) => (isGroup(node) ? entryOf(node) : node.id);

/** The actors that a state invokes. */
export const callsOf = (node: AnyStateNode): string[] =>
  node.invoke.map(({ src, id }) => (typeof src === 'string' ? src : id));

function statesOf(node: AnyStateNode, isRoot: boolean): ChartState[] {
  const parent = isRoot || !node.parent || node.parent === node.machine.root ? null : node.parent.id;
  const path = node.path.join('.');
  const own: ChartState[] = isRoot
    ? []
    : [
        {
          id: node.id,
          label: node.key,
          parent,
          kind: isGroup(node) ? 'group' : node.type === 'final' ? 'final' : 'state',
          calls: callsOf(node),
          path,
        },
      ];
  const marks: ChartState[] = [];
  const inside = isRoot ? null : node.id;
  const mark = (id: string, label: string, kind: 'entry' | 'any') =>
    marks.push({ id, label, parent: inside, kind, calls: [], path: '' });
  if (isGroup(node)) {
    if (!isRoot || node.type !== 'parallel') mark(entryOf(node), '', 'entry');
    if (transitionsOf(node).some(({ target }) => target?.length)) mark(anyOf(node), 'any state', 'any');
  }
  return [...own, ...marks, ...childrenOf(node).flatMap((child) => statesOf(child, false))];
}

function rawMoves(node: AnyStateNode): { from: string; to: string; label: string }[] {
  const from = isGroup(node) ? anyOf(node) : node.id;
  const own = transitionsOf(node).flatMap((transition) =>
    (transition.target ?? []).map((target) => ({ from, to: targetOf(target), label: labelOf(transition) })),
  );
  const begins = !isGroup(node)
    ? []
    : node.type === 'parallel'
      ? node.parent
        ? childrenOf(node).map((child) => ({ from: entryOf(node), to: targetOf(child), label: '' }))
        : []
      : node.initial.target.map((target) => ({ from: entryOf(node), to: targetOf(target), label: '' }));
  return [...begins, ...own, ...childrenOf(node).flatMap(rawMoves)];
}

/** Converts a machine to boxes and arrows. Several events between the same two states share an arrow. */
export function chartOf(root: AnyStateNode): ChartModel {
  const moves = new Map<string, ChartMove>();
  for (const { from, to, label } of rawMoves(root)) {
    const key = `${from}→${to}`;
    const labels = new Set([...(moves.get(key)?.labels ?? []), ...(label === '' ? [] : [label])]);
    moves.set(key, { from, to, labels: [...labels] });
  }
  return { states: statesOf(root, true), moves: [...moves.values()] };
}
