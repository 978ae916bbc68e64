import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StateMachine } from 'xstate';
import { toMermaid } from './mermaid';
import { ROOT } from './run';

const sources = join(ROOT, 'src/machines');

/**
 * Draws every machine of `src/machines` as a Mermaid chart.
 *
 * @returns the texts of `docs/machines` by file name, with an index
 * @throws Error when a machine's file exports none
 */
export async function machineCharts(): Promise<Map<string, string>> {
  const files = readdirSync(sources).filter((file) => file.endsWith('.machine.ts'));
  const pages = new Map<string, string>();
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(sources, file)).href);
    const charts = Object.values(exported)
      .filter((value) => value instanceof StateMachine)
      .map((machine) => `\`\`\`mermaid\n${toMermaid(machine.root)}\`\`\`\n`);
    if (charts.length === 0) throw new Error(`${file} exports no machine`);
    const name = file.replace(/\.machine\.ts$/, '');
    const note = `Written by \`npm run machines\` from \`src/machines/${file}\`.`;
    pages.set(`${name}.md`, `# ${name}\n\n${note}\n\n${charts.join('\n')}`);
  }
  const index = [...pages.keys()].map((page) => `- [${page.replace(/\.md$/, '')}](./${page})`);
  pages.set('README.md', `# State machines\n\n${index.join('\n')}\n`);
  return pages;
}
