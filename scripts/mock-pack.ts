import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import tailwindcss from '@tailwindcss/vite';
import { build, type Plugin } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { WORKER_FILE } from '../src/mocks/worker/worker-file';
import { licenses } from './build/licenses';
import { readOptions } from './lib/options';
import { ROOT, run } from './lib/run';

/** Makes the mock engine a package that any project can install: `dist-mock/mock-engine-<version>.tgz`. */

const OUT = join(ROOT, 'dist-mock');
const SOURCES = {
  index: 'src/mocks/engine/index.ts',
  vitest: 'src/mocks/hosts/vitest.ts',
  http: 'src/mocks/hosts/http/http-host.ts',
  browser: 'src/mocks/panel/room/start-mock.ts',
  command: 'src/mocks/hosts/http/command.ts',
  inspector: 'src/mocks/inspector/index.ts',
};
type Entry = keyof typeof SOURCES;
const entries = Object.keys(SOURCES) as Entry[];

readOptions(() => parseArgs());

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);

/** The packages that the compiled code imports. */
const imported = new Set<string>();
const packageOf = (id: string) =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');

/** The page's styles while the room is open: the package adopts them, so that no one has to import a style sheet. */
const adoptedStyles: Plugin = {
  name: 'mock-pack:adopted-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('/page-room.css') ? '\0page-room.js' : null),
  load(id) {
    if (id !== '\0page-room.js') return null;
    const styles = readFileSync(join(ROOT, 'src/mocks/panel/page-room.css'), 'utf8');
    return `const sheet = new CSSStyleSheet();
sheet.replaceSync(${JSON.stringify(styles)});
document.adoptedStyleSheets.push(sheet);`;
  },
};

/** The base path is that of the app, which its own bundler knows if that is Vite. */
const BASE = '__APP_BASE__';
const appBase: Plugin = {
  name: 'mock-pack:app-base',
  renderChunk: (code) => code.replaceAll(BASE, "(import.meta.env?.BASE_URL ?? '/')"),
};

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [tailwindcss(), adoptedStyles, appBase, licenses(ROOT).app],
  resolve: { alias: { '@': join(ROOT, 'src') } },
  define: { 'import.meta.env.BASE_URL': BASE, 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: OUT,
    target: 'es2022',
    minify: false,
    lib: {
      entry: Object.fromEntries(entries.map((name) => [name, join(ROOT, SOURCES[name])])),
      formats: ['es'],
    },
    rolldownOptions: {
      onwarn(warning, warn) {
        // React's packages mark what runs in browsers, which is all of the room.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
      external(id, importer) {
        if (id.startsWith('node:')) return true;
        if (/^(\.|\/|\0|@\/|[A-Za-z]:)/.test(id)) return false;
        // The control room contains its packages, React too, so that it runs beside any product.
        if (importer !== undefined && /\/(node_modules|src\/(ui|lib|mocks\/panel))\//.test(importer))
          return false;
        imported.add(packageOf(id));
        return true;
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
});

const declared = await run('tsc', [
  ...['-p', 'scripts/mock-pack.tsconfig.json', '--outDir', join(OUT, 'types')],
]);
if (!declared.ok) throw new Error(declared.output);

/** Node resolves no import without an extension. */
function resolveTypes(file: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(/(?<=from |import\()['"](\.[^'"]+?)(?:\.js)?['"]/g, "'$1.js'"));
}
// The room itself is no part of the interface.
for (const inside of ['ui', 'lib', 'mocks/panel'])
  for (const file of readdirSync(join(OUT, 'types', inside), { recursive: true, encoding: 'utf8' }))
    if (/(?<!start-mock)\.d\.ts$/.test(file)) rmSync(join(OUT, 'types', inside, file));
for (const file of readdirSync(join(OUT, 'types'), { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.d.ts')) resolveTypes(join(OUT, 'types', file));
}

const typesOf = (name: Entry) => `./types/${SOURCES[name].replace(/^src\/(.+)\.ts$/, '$1.d.ts')}`;
const exportOf = (name: Entry) => ({ types: typesOf(name), default: `./${name}.js` });
const versions: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies };
const versionOf = (name: string) => {
  const version = versions[name];
  if (version === undefined) throw new Error(`${name} is imported, but not in package.json.`);
  return [name, version] as const;
};
/** Loaded only for `redis:` storage. */
const OPTIONAL = 'ioredis';
/** Used only by the inspector; the page that has actors has it. */
const PEER = 'xstate';

writeFileSync(
  join(OUT, 'package.json'),
  `${JSON.stringify(
    {
      name: 'mock-engine',
      version: manifest.version,
      description: 'A mock backend from a contract, tables and rules: in Vitest, in pages and over HTTP.',
      license: manifest.license,
      type: 'module',
      engines: manifest.engines,
      exports: {
        '.': exportOf('index'),
        './vitest': exportOf('vitest'),
        './http': exportOf('http'),
        './browser': exportOf('browser'),
        './inspector': exportOf('inspector'),
      },
      bin: { 'mock-engine': './command.js' },
      files: ['*.js', '*.txt', 'chunks', 'types', 'worker'],
      dependencies: Object.fromEntries(
        [...imported]
          .filter((name) => name !== OPTIONAL && name !== PEER)
          .sort()
          .map(versionOf),
      ),
      optionalDependencies: Object.fromEntries([versionOf(OPTIONAL)]),
      peerDependencies: { [PEER]: '^5.19.0' },
      peerDependenciesMeta: { [PEER]: { optional: true } },
    },
    null,
    2,
  )}\n`,
);
chmodSync(join(OUT, 'command.js'), 0o755);

// A page serves these beside itself; without them it answers its calls itself.
mkdirSync(join(OUT, 'worker'));
copyFileSync(join(ROOT, 'src/mocks/worker/mock-worker.js'), join(OUT, 'worker', WORKER_FILE));
copyFileSync(
  createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'),
  join(OUT, 'worker/mockServiceWorker.js'),
);

const packed = await run('npm', ['pack', '--silent'], { cwd: OUT });
if (!packed.ok) throw new Error(packed.output);
console.log(`dist-mock/mock-engine-${manifest.version}.tgz`);
