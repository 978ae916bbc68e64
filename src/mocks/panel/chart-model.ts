import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** `xstate.done.actor.saveLab` reads `saveLab done`; a delay reads `after resend`. */
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
  /** `group`: holds states. `entry`: where a group begins. `any`: what is accepted in every state of a group. */
  readonly kind: 'state' | 'final' | 'group' | 'entry' | 'any';
  /** What is called there, such as `saveLab`. */
  readonly calls: readonly string[];
  /** Below the machine's name, such as `prompt.asking`; empty for what is no state. */
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

/** Where one gets from a state, at once and by events. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
];

function nameOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const type = typeof part === 'object' && part !== null ? Reflect.get(part, 'type') : undefined;
  return typeof type === 'string' ? type : 'condition';
}

/** What a transition is called: its event, and its guard where it has one. */
export const labelOf = ({ eventType, guard }: AnyTransitionDefinition) =>
  guard === undefined ? eventName(eventType) : `${eventName(eventType)} [${nameOf(guard)}]`;

/** Where arrows to a node end: a group is entered where it begins. */
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

/** A machine as boxes and arrows, read from the machine itself. Several events between two states share an arrow. */
export function chartOf(root: AnyStateNode): ChartModel {
  const moves = new Map<string, ChartMove>();
  for (const { from, to, label } of rawMoves(root)) {
    const key = `${from}→${to}`;
    const labels = new Set([...(moves.get(key)?.labels ?? []), ...(label === '' ? [] : [label])]);
    moves.set(key, { from, to, labels: [...labels] });
  }
  return { states: statesOf(root, true), moves: [...moves.values()] };
}
