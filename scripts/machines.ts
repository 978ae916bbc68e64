import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StateMachine } from 'xstate';
import { toMermaid } from './lib/mermaid';
import { ROOT } from './lib/run';

const sources = join(ROOT, 'src/machines');
const target = join(ROOT, 'docs/machines');
const files = readdirSync(sources).filter((file) => file.endsWith('.machine.ts'));

// A chart whose machine is gone would lie.
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const index: string[] = [];
for (const file of files.sort()) {
  const name = file.replace(/\.machine\.ts$/, '');
  const exported: Record<string, unknown> = await import(pathToFileURL(join(sources, file)).href);
  const charts = Object.values(exported)
    .filter((value) => value instanceof StateMachine)
    .map((machine) => `\`\`\`mermaid\n${toMermaid(machine.root)}\`\`\`\n`);
  if (charts.length === 0) throw new Error(`${file} exports no machine`);
  const note = `Written by \`npm run machines\` from \`src/machines/${file}\`.`;
  writeFileSync(join(target, `${name}.md`), `# ${name}\n\n${note}\n\n${charts.join('\n')}`);
  index.push(`- [${name}](./${name}.md)`);
}
writeFileSync(join(target, 'README.md'), `# State machines\n\n${index.join('\n')}\n`);
console.log(`${files.length} machines in docs/machines/`);
