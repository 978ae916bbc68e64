import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, run } from '../../scripts/lib/run';

const project = mkdtempSync(join(tmpdir(), 'mock-pack-'));
const modules = join(project, 'node_modules');
const installed = join(modules, '@kitwell/mock-engine');

function command(
  file: string,
  args: readonly string[],
  cwd = project,
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(file, args, { cwd, env: { ...process.env, NO_COLOR: '1' } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}
const tool = (path: string, ...args: string[]) =>
  command(process.execPath, [join(ROOT, 'node_modules', path), ...args]);

beforeAll(async () => {
  // `npm pack` alone would also generate the reference.
  const built = await run('tsx', ['packages/mock-engine/build.ts']);
  expect(built.ok, built.output).toBe(true);
  const packed = await run('npm', [
    ...[
      'pack',
      '--ignore-scripts',
      '--workspace=@kitwell/mock-engine',
      '--silent',
      '--pack-destination',
      project,
    ],
  ]);
  expect(packed.output).toContain('kitwell-mock-engine-0.1.0.tgz');
  mkdirSync(installed, { recursive: true });
  const archive = join(project, 'kitwell-mock-engine-0.1.0.tgz');
  await command('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
  // Instead of the registry: the declared dependencies, and what the project itself needs.
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const others = ['vitest', 'vite', 'tsx', 'xstate', '@types/node', 'undici-types'];
  for (const name of [...Object.keys(dependencies), ...others]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "type": "module" }');
  const pets = readFileSync(join(ROOT, 'packages/mock-engine/examples/pets/pets.ts'), 'utf8');
  writeFileSync(join(project, 'pets.ts'), pets.replace('../../src/engine', '@kitwell/mock-engine'));
  writeFileSync(
    join(project, 'pets.test.ts'),
    `import { expect, it } from 'vitest';
import '@kitwell/mock-engine/http';
import { createMockServer } from '@kitwell/mock-engine/vitest';
import { config } from 'zod/mini';
import { petShelter } from './pets.js';

const shelter = createMockServer(petShelter, { hosts: { api: 'http://pets.test' } });
it('answers', async () => {
  await shelter.listen();
  expect(await (await fetch('http://pets.test/pets')).json()).toHaveLength(2);
});
it("changes nothing of zod's global configuration", () => expect(config()).toEqual({}));
`,
  );
  writeFileSync(
    join(project, 'page.ts'),
    `import { startMock } from '@kitwell/mock-engine/browser';
import { createInspector } from '@kitwell/mock-engine/inspector';
import { petShelter } from './pets.js';

void startMock(petShelter, { hosts: { api: '/api' }, inspector: createInspector() });
`,
  );
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the package of the mock engine, in an empty project', () => {
  it('answers the calls of a Vitest test in four lines', async () => {
    const { code, output } = await tool('vitest/vitest.mjs', 'run');
    expect(output).toContain('2 passed');
    expect(code).toBe(0);
  });

  it('has a control room for pages, which needs no other package, and names the licenses of what it contains', () => {
    const dist = join(installed, 'dist');
    const files = ['browser.js', ...readdirSync(join(dist, 'chunks')).map((file) => `chunks/${file}`)];
    const imports = files.flatMap((file) =>
      [
        ...readFileSync(join(dist, file), 'utf8').matchAll(
          /^(?:import|export) [^'"]*from ["']([^."'][^"']*)["']/gm,
        ),
      ].map(([, name]) => name),
    );
    expect(imports).toContain('#msw');
    expect(imports.filter((name) => /react|base-ui|lucide|xstate|dagre|^@\//.test(name ?? ''))).toEqual([]);
    expect(readFileSync(join(dist, 'licenses.txt'), 'utf8')).toMatch(/^react-dom \d/m);
    expect(readdirSync(join(dist, 'worker')).sort()).toEqual(['mock-worker.js', 'mockServiceWorker.js']);
  });

  it('adds at most 120 kB to a page before the control room is opened, and 250 kB with it', async () => {
    const start = `import { startMock } from '@kitwell/mock-engine/browser';
import { petShelter } from './pets.ts';
void startMock(petShelter, { hosts: { api: '/api' } });
`;
    writeFileSync(join(project, 'start.ts'), start);
    const { output } = (await build({
      root: project,
      configFile: false,
      logLevel: 'error',
      build: { write: false, rolldownOptions: { input: join(project, 'start.ts') } },
    })) as Rolldown.RolldownOutput;
    const chunks = output.filter((file) => file.type === 'chunk');
    const loaded = new Set<string>();
    const load = (fileName: string) => {
      loaded.add(fileName);
      const { imports = [] } = chunks.find((chunk) => chunk.fileName === fileName) ?? {};
      for (const each of imports) if (!loaded.has(each)) load(each);
    };
    for (const { isEntry, name, fileName } of chunks) if (isEntry || name === 'mount-room') load(fileName);
    const kilobytes = (files: typeof chunks) =>
      files.reduce((sum, { code }) => sum + gzipSync(code).length, 0) / 1000;
    expect(kilobytes(chunks.filter(({ fileName }) => loaded.has(fileName)))).toBeLessThan(120);
    expect(kilobytes(chunks)).toBeLessThan(250);
  });

  it('exports only files that it has', () => {
    const { exports, imports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object &
      Record<'exports' | 'imports', object>;
    const targets = JSON.stringify([exports, imports]).match(/(?<=":")\.[^"]+/g) ?? [];
    expect(targets).toContain('./dist/index.js');
    expect(targets.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  });

  it('has a README whose links lead to what is packed', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, path = '']) => path);
    expect(links).toContain('examples/pets/pets.ts');
    expect(links.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  });

  it('has types: the example compiles under strict, and a rule that is missing does not', async () => {
    const pets = readFileSync(join(project, 'pets.ts'), 'utf8');
    const lacking = pets.replace('listPets: ({ db }) => db.tables.pets.list(),', '');
    writeFileSync(join(project, 'lacking.ts'), lacking);
    const strict =
      '--noEmit --strict --exactOptionalPropertyTypes --target es2023 --module nodenext --types node'.split(
        ' ',
      );
    const files = ['pets.ts', 'pets.test.ts', 'page.ts', 'lacking.ts'];
    const { output } = await tool('typescript/bin/tsc', ...strict, ...files);
    expect(output).toMatch(/'listPets' is missing/);
    // With this option XState's own types do not compile.
    expect(output).not.toMatch(/^(?!lacking|.*\/xstate\/)\S+\.ts\(/m);
  });

  it('serves a mock backend over HTTP by its command, also from TypeScript', async () => {
    writeFileSync(
      join(project, 'count.ts'),
      `import { createMock, createTable, declare, z } from '@kitwell/mock-engine';
export const counter = createMock({
  name: 'counter',
  contract: { count: declare({ operation: 'GET /count', auth: 'none', ok: { status: 200, body: z.number() } }) },
  tables: () => ({ rows: createTable({ name: 'rows', schema: z.object({ id: z.string() }), key: 'id' }) }),
  seeds: { presets: ['usual'], make: () => ({ rows: { rows: [{ id: 'a' }] } }) },
  rules: { count: ({ db }) => db.tables.rows.count() },
});
`,
    );
    const args = [join(installed, 'dist/command.js'), 'count.ts', '--port', '0', '--base', '/v1'];
    const lacking = await command(process.execPath, [...args, '--storage', 'redis://127.0.0.1:1']);
    expect(lacking).toEqual({ code: 2, output: expect.stringContaining('npm install ioredis') });
    const child = spawn(process.execPath, args, { cwd: project });
    try {
      const url = await new Promise<string>((resolve, failed) => {
        child.stdout.on('data', (chunk: Buffer) => {
          const [address] = /http:\S+/.exec(String(chunk)) ?? [];
          if (address) resolve(address);
        });
        child.stderr.on('data', (chunk: Buffer) => failed(new Error(String(chunk))));
      });
      expect(await (await fetch(`${url}/count`)).json()).toBe(1);
      const room = await (await fetch(new URL('/__mock/', url))).text();
      const files = [...room.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
      expect(files).toHaveLength(2);
      for (const path of files) expect([path, (await fetch(new URL(path, url))).status]).toEqual([path, 200]);
    } finally {
      child.kill();
    }
  });

  it('copies the service worker into the folder that the app serves', async () => {
    const bin = join(installed, 'dist/command.js');
    const copied = await command(process.execPath, [bin, 'worker', 'public']);
    expect(copied).toMatchObject({ code: 0, output: expect.stringContaining('is in public') });
    expect(readdirSync(join(project, 'public')).sort()).toEqual(['mock-worker.js', 'mockServiceWorker.js']);
  });

  it('holds no word of this product, and no import that only this project resolves', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(js|ts|json)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(40);
    const text = files.map((file) => readFileSync(join(installed, file), 'utf8')).join('\n');
    expect(
      text.replaceAll('@kitwell/mock-engine', '').match(/kitwell|clinic\b|provider@|shopify/gi),
    ).toBeNull();
    expect(text.match(/['"]@\/[^'"]*['"]/g)).toBeNull();
    expect(text).not.toContain('jitless');
  });
});
