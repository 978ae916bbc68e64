import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { machineCharts } from '../../scripts/lib/machine-charts';
import { toMermaid } from '../../scripts/lib/mermaid';
import { ROOT } from '../../scripts/lib/run';

it('docs/machines shows every machine as it is now (npm run machines regenerates it)', async () => {
  const folder = join(ROOT, 'docs/machines');
  const written = readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(await machineCharts()));
});

it('a chart has a line for every transition, also if it stays in its state', () => {
  const { root } = createMachine({
    id: 'door',
    initial: 'closed',
    on: { PAINT: {} },
    states: {
      closed: {
        on: { OPEN: 'open', KNOCK: [{ guard: 'isHome', target: 'open' }, {}], RING: { actions: 'ring' } },
      },
      open: {},
    },
  });
  const lines = toMermaid(root)
    .split('\n')
    .filter((line) => / : /.test(line));
  expect(lines.map((line) => line.trim())).toEqual([
    'door --> door : PAINT',
    'door_closed --> door_open : OPEN<br>KNOCK [isHome]',
    'door_closed --> door_closed : KNOCK<br>RING',
  ]);
});

it('the code that the tutorial quotes is the code', () => {
  const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
  const sources = readdirSync(join(ROOT, 'src/machines')).map((file) =>
    flat(readFileSync(join(ROOT, 'src/machines', file), 'utf8')),
  );
  const tutorial = readFileSync(join(ROOT, 'docs/machines/README.md'), 'utf8');
  const quotes = [...tutorial.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, quote = '']) => flat(quote));
  expect(quotes.length).toBeGreaterThan(0);
  expect(quotes.filter((quote) => !sources.some((source) => source.includes(quote)))).toEqual([]);
});
