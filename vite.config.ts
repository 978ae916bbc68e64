import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { loadEnv, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chunkGroups, slimRouter } from './scripts/build/chunk-groups.ts';
import { licenses } from './scripts/build/licenses.ts';
import { sampleFilePlugin } from './scripts/build/sample-file.ts';
import { mockBackend } from './src/mocks/vite-plugin.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests without a DOM. */
const LOGIC = [
  'tests/{contract,domain,machines,toolchain}/**/*.test.ts',
  'packages/*/tests/{branch-answer,classic-zod,handlers,pets,read-request,several-mocks,shop}.test.ts',
];
/**
 * What `npm run test:all` runs and `npm test` does not: servers on ports of their own, the document of the API, random
 * sequences and files. Each file has its own process; one that needs a page names jsdom and imports its setup.
 */
const REST = [
  'tests/mocks/{http,conformance,tenants,openapi}/**/*.test.ts',
  'tests/properties/**/*.test.tsx',
  'tests/features/import/{any-file,any-header,hostile-files}.test.ts',
  'tests/toolchain/{linear-regexes,mock-pack,openapi-lint}.test.ts',
  'packages/*/tests/{from-openapi,several-in-page}.test.ts',
];

// The console check comes first, because output during unmount counts too. Each file is listed here, because in a
// shared worker the imports of a setup file run for the first test file only.
const PAGE_SETUP = ['tests/support/fail-on-console.ts', 'tests/support/setup.ts'];

const ALWAYS_THERE = /\/(framework|site|rolldown-runtime)-[^/]+$/;

/**
 * Machines, the store and the client live in objects that the page makes once: after a hot update the old code would
 * still run. Drafts are stored, so a reload loses nothing typed.
 */
const reloadOnEdit: Plugin = {
  name: 'kitwell:reload-on-edit',
  hotUpdate({ file }) {
    if (
      this.environment.name !== 'client' ||
      !/\/(mock-engine|src\/(machines|contract|domain|app))\//.test(file)
    )
      return;
    this.environment.hot.send({ type: 'full-reload' });
    return [];
  },
};

export default defineConfig(({ command, mode, isSsrBuild }) => {
  const isBrowserBuild = command === 'build' && isSsrBuild !== true;
  const demo = mode === 'demo';
  const env = loadEnv(mode, fromRoot('.'), 'VITE_');
  const shippedLicenses = licenses(fromRoot('.'));
  const mocks = demo || mode === 'test' || (command === 'serve' && !env.VITE_API_URL);
  return {
    plugins: [
      react(),
      tailwindcss(),
      mockBackend({ enabled: mocks }),
      reloadOnEdit,
      sampleFilePlugin(),
      shippedLicenses.app,
    ],
    resolve: {
      alias: [
        { find: '@', replacement: fromRoot('./src') },
        { find: '@tests', replacement: fromRoot('./tests') },
        // In the packed engine it is bundled.
        {
          find: '@kitwell/mock-engine/browser',
          replacement: fromRoot('./src/mocks/panel/room/start-mock.ts'),
        },
        { find: '@kitwell/mock-engine', replacement: fromRoot('./packages/mock-engine/src') },
        ...(isBrowserBuild ? slimRouter : []),
      ],
    },
    // A dependency discovered only when a page or worker first imports it would reload the page.
    optimizeDeps: { entries: ['index.html', 'src/**/*.worker.ts'] },
    worker: { format: 'es', plugins: () => [shippedLicenses.worker] },
    server: {
      port: 5173,
      strictPort: true,
      // What a page imports step by step is transformed while the browser still starts. The pages are left out: all of
      // them would be transformed before the one that is opened.
      warmup: { clientFiles: ['src/main.tsx', 'src/mocks/browser.ts'] },
    },
    build: {
      outDir: demo ? 'dist-demo' : 'dist',
      manifest: true,
      target: 'es2022',
      // Every browser of this target supports modulepreload.
      modulePreload: {
        polyfill: false,
        // Every page has already loaded these files, so imports need not preload them.
        resolveDependencies: (_file, files) => files.filter((file) => !ALWAYS_THERE.test(file)),
      },
      ...(isBrowserBuild
        ? {
            rolldownOptions: {
              output: { codeSplitting: { groups: chunkGroups } },
              // Inlines the constants of text modules, so that each text is in the chunk that uses it.
              optimization: { inlineConst: { mode: 'all' as const } },
            },
          }
        : {}),
    },
    test: {
      restoreMocks: true,
      // A failed read is reported at once; tests of retries pass their own schedule to the store.
      env: { VITE_READ_RETRIES: '0' },
      // Vitest leaves one core free, which is half of a two-core machine; and page tests often wait for timers.
      maxWorkers: availableParallelism() + 1,
      // Generous, because `npm run check` runs the other tools on the same cores; no test waits for time to pass.
      testTimeout: 30_000,
      hookTimeout: 120_000,
      unstubGlobals: true,
      unstubEnvs: true,
      sequence: { setupFiles: 'list' },
      // `npm test` runs `logic` and `page`. Their files share a worker's modules and jsdom (docs/decisions/0015). A worker
      // ends when the next file belongs to another project, so the projects run one after the other.
      projects: [
        {
          extends: true,
          test: {
            name: 'logic',
            environment: 'node',
            isolate: false,
            sequence: { groupOrder: 0 },
            include: LOGIC,
            exclude: REST,
            setupFiles: ['tests/support/fail-on-console.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'page',
            environment: 'jsdom',
            isolate: false,
            sequence: { groupOrder: 1 },
            include: ['{tests,packages/*/tests}/**/*.test.{ts,tsx}'],
            exclude: [...LOGIC, ...REST],
            setupFiles: PAGE_SETUP,
          },
        },
        {
          extends: true,
          test: {
            name: 'rest',
            environment: 'node',
            sequence: { groupOrder: 2 },
            include: REST,
            setupFiles: ['tests/support/fail-on-console.ts'],
          },
        },
      ],
    },
  };
});
