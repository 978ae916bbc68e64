import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { chunkGroups, slimRouter } from './scripts/lib/chunk-groups.ts';
import { chunkModules } from './scripts/lib/chunk-modules.ts';
import { deepLinkFallback } from './scripts/lib/deep-link-fallback.ts';
import { sampleFilePlugin } from './scripts/lib/sample-file.ts';
import { mockBackend } from './src/mocks/vite-plugin.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests that touch no page. */
const LOGIC = ['tests/{contract,machines,toolchain}/**/*.test.ts', 'tests/mocks/openapi/**/*.test.ts'];
/** The mock backend behind a port of its own, and the tools as commands. */
const HOSTS = [
  'tests/mocks/{http,conformance,tenants}/**/*.test.ts',
  'tests/toolchain/{boundaries,build}.test.ts',
];
/** The whole product, walked along every answer of every call and every path of the big machines; files without end. */
const WALKS = [
  'tests/{catalogue,paths}/**/*.test.{ts,tsx}',
  'tests/features/import/{any-file,bounded-memory,exports,hostile-files}.test.ts',
];

/** Whole forms and sections, filled in and sent, refused and tried again. */
const SECTIONS = ['tests/features/{auth,booking,clinic,orders,patient-profile,patients}/**/*.test.{ts,tsx}'];

// The noise comes first: what a component says while the page is taken down counts too. Each is named here, because in a
// shared worker what a setup file imports runs for the first test file only.
const PAGE_SETUP = ['tests/support/fail-on-noise.ts', 'tests/support/setup.ts'];

const ALWAYS_THERE = /\/(framework|site|rolldown-runtime)-[^/]+$/;

export default defineConfig(({ command, mode, isSsrBuild }) => {
  const isBrowserBuild = command === 'build' && isSsrBuild !== true;
  const demo = mode === 'demo';
  const env = loadEnv(mode, fromRoot('.'), 'VITE_');
  const mocks = demo || mode === 'test' || (command === 'serve' && !env.VITE_API_URL);
  return {
    plugins: [
      react(),
      tailwindcss(),
      mockBackend({ enabled: mocks }),
      deepLinkFallback(),
      sampleFilePlugin(),
      chunkModules(fromRoot('.')),
    ],
    define: { __BUILT_IN_YEAR__: String(new Date().getFullYear()) },
    resolve: {
      alias: [
        { find: '@', replacement: fromRoot('./src') },
        { find: '@tests', replacement: fromRoot('./tests') },
        ...(isBrowserBuild ? slimRouter : []),
      ],
    },
    // A library found only when a page or worker first asks for it would reload the page under the user's hands.
    optimizeDeps: { entries: ['index.html', 'src/**/*.worker.ts'] },
    worker: { format: 'es' },
    server: { port: 5173, strictPort: true },
    build: {
      outDir: demo ? 'dist-demo' : 'dist',
      manifest: true,
      target: 'es2022',
      // Every browser that this target allows knows modulepreload.
      modulePreload: {
        polyfill: false,
        // What every page has loaded already needs no list of who else wants it.
        resolveDependencies: (_file, files) => files.filter((file) => !ALWAYS_THERE.test(file)),
      },
      ...(isBrowserBuild
        ? {
            rolldownOptions: {
              output: { codeSplitting: { groups: chunkGroups } },
              // Texts are constants of a module for all screens: each goes to where it is used.
              optimization: { inlineConst: { mode: 'all' as const } },
            },
          }
        : {}),
    },
    test: {
      restoreMocks: true,
      // A failed read is told at once; tests of trying again hand a schedule of their own to the store.
      env: { VITE_READ_RETRIES: '0' },
      // Vitest leaves one core free, which on two cores is half of them; and a third of its time a page waits for a timer.
      maxWorkers: availableParallelism() + 1,
      // Generous, because `npm run check` runs the other tools on the same cores; no test waits for time to pass.
      testTimeout: 30_000,
      hookTimeout: 120_000,
      unstubGlobals: true,
      unstubEnvs: true,
      sequence: { setupFiles: 'list' },
      // `npm run check` runs `logic` and `page`, `npm test` all five. Files share their worker's modules and jsdom
      // (docs/decisions/0015): that halves their time.
      projects: [
        {
          extends: true,
          test: {
            name: 'logic',
            environment: 'node',
            isolate: false,
            include: LOGIC,
            exclude: HOSTS,
            setupFiles: ['tests/support/fail-on-noise.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'page',
            environment: 'jsdom',
            isolate: false,
            include: ['tests/**/*.test.{ts,tsx}'],
            exclude: [...LOGIC, ...HOSTS, ...WALKS, ...SECTIONS],
            setupFiles: PAGE_SETUP,
          },
        },
        {
          extends: true,
          test: {
            name: 'sections',
            environment: 'jsdom',
            isolate: false,
            include: SECTIONS,
            setupFiles: PAGE_SETUP,
          },
        },
        {
          extends: true,
          test: {
            name: 'hosts',
            environment: 'node',
            include: HOSTS,
            setupFiles: ['tests/support/fail-on-noise.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'walks',
            environment: 'jsdom',
            isolate: false,
            include: WALKS,
            setupFiles: PAGE_SETUP,
          },
        },
      ],
    },
  };
});
