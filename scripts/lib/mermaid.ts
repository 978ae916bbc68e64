import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** Mermaid takes letters, digits and underscores for a name; the text of a state may say more. */
const idOf = (node: AnyStateNode): string => node.id.replace(/[^A-Za-z0-9]+/g, '_');

const nameOf = (part: unknown): string => {
  if (typeof part === 'string') return part;
  const type = typeof part === 'object' && part !== null ? Reflect.get(part, 'type') : undefined;
  return typeof type === 'string' ? type : 'inline';
};

/** `xstate.done.actor.saveLab` reads `saveLab done`; a delay reads `after resend`. */
function eventName(event: string): string {
  const [, outcome, actor] = /^xstate\.(done|error|snapshot)\.actor\.(.+)$/.exec(event) ?? [];
  if (outcome && actor) return `${actor} ${outcome === 'error' ? 'failed' : outcome}`;
  const [, delay] = /^xstate\.after\.(.+?)\./.exec(event) ?? [];
  if (delay) return `after ${delay}`;
  if (event.startsWith('xstate.done.state')) return 'done';
  return event === '' ? 'always' : event;
}

function label(transition: AnyTransitionDefinition): string {
  const guard = transition.guard === undefined ? '' : ` [${nameOf(transition.guard)}]`;
  // A colon or a semicolon would end the label.
  return `${eventName(transition.eventType)}${guard}`.replace(/[:;]/g, ' ');
}

const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
];

function arrows(node: AnyStateNode): string[] {
  const lines = transitionsOf(node).flatMap((transition) =>
    (transition.target ?? []).map((target) => `${idOf(node)} --> ${idOf(target)} : ${label(transition)}`),
  );
  return [...new Set(lines)];
}

function describe(node: AnyStateNode, indent: string): string[] {
  const children = Object.values(node.states);
  const tags = node.tags.length > 0 ? ` (${node.tags.join(', ')})` : '';
  const calls = node.invoke.map((invoke) => ` / ${nameOf(invoke.src)}`).join('');
  const lines = [`${indent}state "${node.key}${tags}${calls}" as ${idOf(node)}`];
  if (children.length > 0) {
    lines.push(`${indent}state ${idOf(node)} {`, ...inside(node, `${indent}  `), `${indent}}`);
  }
  return lines;
}

function inside(node: AnyStateNode, indent: string): string[] {
  const children = Object.values(node.states);
  const lines = children.flatMap((child) => describe(child, indent));
  if (node.type === 'parallel')
    return children.flatMap((child, at) => [...(at > 0 ? [`${indent}--`] : []), ...describe(child, indent)]);
  for (const initial of node.initial.target) lines.push(`${indent}[*] --> ${idOf(initial)}`);
  for (const child of children) if (child.type === 'final') lines.push(`${indent}${idOf(child)} --> [*]`);
  return lines;
}

const everyNode = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(everyNode),
];

/**
 * Draws a machine as a Mermaid state diagram: every state with its tags and the actors it invokes, every transition
 * with its event and guard. What the machine accepts in every state is drawn from the machine as a whole.
 *
 * @param root a machine's root node, `machine.root`
 */
export function toMermaid(root: AnyStateNode): string {
  const everywhere = transitionsOf(root).some(({ target }) => (target ?? []).length > 0);
  const body = everywhere ? describe(root, '  ') : inside(root, '  ');
  const moves = everyNode(root).flatMap(arrows);
  return ['stateDiagram-v2', ...body, ...moves.map((move) => `  ${move}`), ''].join('\n');
}
