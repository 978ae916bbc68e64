import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { ROOT, run } from './lib/run';

/** Makes the mock engine a package that any project can install: `dist-mock/mock-engine-<version>.tgz`. */

const OUT = join(ROOT, 'dist-mock');
const SOURCES = {
  index: 'src/mocks/engine/index.ts',
  vitest: 'src/mocks/hosts/vitest.ts',
  http: 'src/mocks/hosts/http/http-host.ts',
  command: 'src/mocks/hosts/http/command.ts',
  inspector: 'src/mocks/inspector/index.ts',
};
type Entry = keyof typeof SOURCES;
const entries = Object.keys(SOURCES) as Entry[];

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);

/** The packages that the compiled code imports. */
const imported = new Set<string>();
const packageOf = (id: string) =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: OUT,
    target: 'node20',
    minify: false,
    lib: {
      entry: Object.fromEntries(entries.map((name) => [name, join(ROOT, SOURCES[name])])),
      formats: ['es'],
    },
    rolldownOptions: {
      external(id) {
        if (id.startsWith('node:')) return true;
        if (/^(\.|\/|\0|[A-Za-z]:)/.test(id)) return false;
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
      description: 'A mock backend from a contract, tables and rules: in Vitest and over HTTP.',
      license: manifest.license,
      type: 'module',
      engines: manifest.engines,
      exports: {
        '.': exportOf('index'),
        './vitest': exportOf('vitest'),
        './http': exportOf('http'),
        './inspector': exportOf('inspector'),
      },
      bin: { 'mock-engine': './command.js' },
      files: ['*.js', 'chunks', 'types'],
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

const packed = await run('npm', ['pack', '--silent'], { cwd: OUT });
if (!packed.ok) throw new Error(packed.output);
console.log(`dist-mock/mock-engine-${manifest.version}.tgz`);
