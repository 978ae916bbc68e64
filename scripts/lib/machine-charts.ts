import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { toMermaid } from './mermaid';
import { ROOT } from './run';

const sources = join(ROOT, 'src/machines');

/**
 * Renders every machine of `src/machines` as a Mermaid chart.
 *
 * @returns the contents of `docs/machines` by file name, without its README
 * @throws Error if a machine's file exports none
 */
export async function machineCharts(): Promise<Map<string, string>> {
  const files = readdirSync(sources).filter((file) => file.endsWith('.machine.ts'));
  const pages = new Map<string, string>();
  const machines = new Map<string, AnyStateMachine>();
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(sources, file)).href);
    const own = Object.values(exported).filter(
      (value): value is AnyStateMachine => value instanceof StateMachine,
    );
    for (const machine of own) machines.set(machine.id, machine);
    const charts = own.map(chartOf);
    if (charts.length === 0) throw new Error(`${file} exports no machine`);
    const name = file.replace(/\.machine\.ts$/, '');
    const note = `Written by \`npm run machines\` from \`src/machines/${file}\`.`;
    pages.set(`${name}.md`, `# ${name}\n\n${note}\n\n${charts.join('\n')}`);
  }
  pages.set('system.md', `# The actor system\n\n${systemOf(machines)}\n`);
  return pages;
}

const chartOf = ({ root }: AnyStateMachine): string =>
  Object.keys(root.states).length === 0 && root.transitions.size === 0
    ? 'It has no states of its own: it runs other actors.\n'
    : `\`\`\`mermaid\n${toMermaid(root)}\`\`\`\n`;

const childrenOf = ({ definition, implementations }: AnyStateMachine): AnyStateMachine[] =>
  invocationsIn(definition)
    .map((src) => implementations.actors[src])
    .filter((logic): logic is AnyStateMachine => logic instanceof StateMachine);

type Definition = AnyStateMachine['definition'];

const invocationsIn = ({ invoke, states }: Definition): string[] => [
  ...invoke.map(({ src }) => String(src)),
  ...Object.values(states).flatMap((state) => invocationsIn(state)),
];

/** The actor system as a tree: what each machine invokes and, below `flows`, what screens open. */
function systemOf(machines: ReadonlyMap<string, AnyStateMachine>): string {
  const invoked = new Set<string>();
  const link = (id: string) => {
    const file = id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `[${file}](./${file}.md)`;
  };
  const lines = (machine: AnyStateMachine, indent: string): string[] => {
    invoked.add(machine.id);
    return [
      `${indent}- ${link(machine.id)}`,
      ...childrenOf(machine).flatMap((child) => lines(child, `${indent}  `)),
    ];
  };
  const app = machines.get('app');
  if (app === undefined) throw new Error('There is no machine "app".');
  const tree = lines(app, '');
  const flows = [...machines.keys()].filter((id) => !invoked.has(id)).map((id) => `- ${link(id)}`);
  return [
    'One actor system, started once outside React:',
    tree.join('\n'),
    'Opened by the screen that shows them, as children of the `flows` of the account (dashboard) or of the app (public pages):',
    flows.join('\n'),
  ].join('\n\n');
}
