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
import { dirname, join, relative } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { build, type Plugin } from 'vite';
import { licenses } from '../../scripts/build/licenses';
import { pagesConfig, ROOM_PAGE } from '../../scripts/build/mock-pages';
import { ROOT, run } from '../../scripts/lib/run';
import { withoutCookieStore } from '../../src/mocks/vite-plugin';
import { WORKER_FILE } from './src/worker/worker-file';

/** Makes `dist`, which is what `npm pack` packs: the engine compiled, with the control room of `src/mocks/panel`. */

// Else what Vite compiles of React is for its development version, where this runs within tests.
process.env.NODE_ENV = 'production';

const PACKAGE = import.meta.dirname;
const OUT = join(PACKAGE, 'dist');
const ROOM = join(ROOT, 'src/mocks/panel');
const PAGE_MSW = join(PACKAGE, 'src/worker/page-msw.ts');

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);

/** The page's styles while the room is open: the package adopts them, so that no one has to import a style sheet. */
const adoptedStyles: Plugin = {
  name: 'mock-engine:adopted-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('/page-room.css') ? '\0page-room.js' : null),
  load(id) {
    if (id !== '\0page-room.js') return null;
    const styles = readFileSync(join(ROOM, 'page-room.css'), 'utf8');
    return `const sheet = new CSSStyleSheet();
sheet.replaceSync(${JSON.stringify(styles)});
document.adoptedStyleSheets.push(sheet);`;
  },
};

/** The base path is that of the app, which its own bundler knows if that is Vite. */
const BASE = '__APP_BASE__';
const appBase: Plugin = {
  name: 'mock-engine:app-base',
  renderChunk: (code) => code.replaceAll(BASE, "(import.meta.env?.BASE_URL ?? '/')"),
};

/**
 * In a page, MSW is the package's own copy: its cookie store would be a third of the page's weight. In Node it is the
 * project's. Which of them, the `imports` of `package.json` say.
 */
const IN_PAGES = /^msw(\/browser)?$/;
const pageMsw: Plugin = {
  name: 'mock-engine:page-msw',
  enforce: 'pre',
  resolveId: (source, importer) =>
    IN_PAGES.test(source) && importer !== PAGE_MSW ? { id: `#${source}`, external: true } : null,
};

await build({
  root: ROOT,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [pageMsw, withoutCookieStore, tailwindcss(), adoptedStyles, appBase, licenses(ROOT).app],
  resolve: { alias: { '@': join(ROOT, 'src'), '@kitwell/mock-engine': join(PACKAGE, 'src') } },
  define: { 'import.meta.env.BASE_URL': BASE, 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: OUT,
    target: 'es2022',
    minify: false,
    cssMinify: true,
    lib: {
      entry: {
        index: join(PACKAGE, 'src/engine/index.ts'),
        vitest: join(PACKAGE, 'src/hosts/vitest.ts'),
        http: join(PACKAGE, 'src/hosts/http/http-host.ts'),
        browser: join(ROOM, 'room/start-mock.ts'),
        command: join(PACKAGE, 'src/hosts/http/command.ts'),
        inspector: join(PACKAGE, 'src/inspector/index.ts'),
        msw: PAGE_MSW,
      },
      formats: ['es'],
    },
    rolldownOptions: {
      onwarn(warning, warn) {
        // React's packages mark what runs in browsers, which is all of the room.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
      external(id, importer) {
        // The schemas that the room reads are the project's own.
        if (/^(node:|#msw)/.test(id) || id === 'zod/mini') return true;
        if (/^(\.|\/|\0|@\/|[A-Za-z]:)/.test(id)) return false;
        // The interceptors are MSW's, too: a page needs them once.
        if (id.startsWith('@mswjs/interceptors')) return true;
        // The control room contains its packages, React too, so that it runs beside any product; only pages need idb-keyval.
        if (id === 'idb-keyval' || IN_PAGES.test(id)) return false;
        return importer?.startsWith(join(PACKAGE, 'src')) ?? false;
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
});
chmodSync(join(OUT, 'command.js'), 0o755);

// What the HTTP host serves at `/__mock/`.
const room = await pagesConfig(ROOM_PAGE);
await build({ ...room, build: { ...room.build, outDir: join(OUT, 'room') } });

const TYPES = join(OUT, 'types');
const declared = await run('tsc', ['-p', join(PACKAGE, 'tsconfig.types.json'), '--outDir', TYPES]);
if (!declared.ok) throw new Error(declared.output);

/** Node resolves no import without an extension, and the package has no `src`. */
function resolveTypes(file: string): void {
  const toSource = relative(dirname(file), join(TYPES, 'packages/mock-engine/src')).replaceAll('\\', '/');
  const text = readFileSync(file, 'utf8').replaceAll("'@kitwell/mock-engine/", `'${toSource}/`);
  writeFileSync(file, text.replaceAll(/(?<=from |import\()['"](\.[^'"]+?)(?:\.js)?['"]/g, "'$1.js'"));
}
for (const path of readdirSync(TYPES, { recursive: true, encoding: 'utf8' })) {
  const file = join(TYPES, path);
  if (!path.endsWith('.d.ts')) continue;
  // The room itself is no part of the interface.
  if (/^src\b/.test(path) && !path.endsWith('start-mock.d.ts')) rmSync(file);
  else resolveTypes(file);
}

// A page serves these beside itself; without them it answers its calls itself.
mkdirSync(join(OUT, 'worker'));
copyFileSync(join(PACKAGE, 'src/worker/mock-worker.js'), join(OUT, 'worker', WORKER_FILE));
copyFileSync(
  createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'),
  join(OUT, 'worker/mockServiceWorker.js'),
);
