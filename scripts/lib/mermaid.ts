import { callsOf, labelOf, transitionsOf } from '@kitwell/mock-engine/inspector/chart-model';
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** Mermaid ids allow only letters, digits and underscores; the state's label keeps its full name. */
const idOf = (node: AnyStateNode): string => node.id.replace(/[^A-Za-z0-9]+/g, '_');

// A colon or semicolon would end the label.
const label = (transition: AnyTransitionDefinition): string => labelOf(transition).replace(/[:;]/g, ' ');

/** Transitions between the same two states share an arrow; one without a target stays in its state. */
function arrows(nodes: readonly AnyStateNode[]): string[] {
  const labels = new Map<string, string[]>();
  for (const node of nodes)
    for (const transition of transitionsOf(node))
      for (const target of transition.target ?? [node]) {
        const arrow = `${idOf(node)} --> ${idOf(target)}`;
        labels.set(arrow, [...(labels.get(arrow) ?? []), label(transition)]);
      }
  return [...labels].map(([arrow, lines]) => `${arrow} : ${lines.join('<br>')}`);
}

function describe(node: AnyStateNode, indent: string): string[] {
  const children = Object.values(node.states);
  const tags = node.tags.length > 0 ? ` (${node.tags.join(', ')})` : '';
  const calls = callsOf(node)
    .map((call) => ` / ${call}`)
    .join('');
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
 * Renders a machine as a Mermaid state diagram: every state with its tags and invoked actors, every transition with its
 * event and guard. Transitions of the root start at the machine as a whole.
 *
 * @param root a machine's root node, `machine.root`
 */
export function toMermaid(root: AnyStateNode): string {
  // Mermaid divides a box into regions, but not the whole chart.
  const isBox = root.type === 'parallel' || transitionsOf(root).length > 0;
  const body = isBox ? describe(root, '  ') : inside(root, '  ');
  return ['stateDiagram-v2', ...body, ...arrows(everyNode(root)).map((arrow) => `  ${arrow}`), ''].join('\n');
}
