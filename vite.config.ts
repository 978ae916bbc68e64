import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { deepLinkFallback } from './scripts/lib/deep-link-fallback.ts';
import { sampleFilePlugin } from './scripts/sample-file.ts';
import { mockBackend } from './src/mocks/vite-plugin.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const LOGIC = [
  'tests/{contract,machines,toolchain}/**/*.test.ts',
  'tests/mocks/{http,openapi,conformance,tenants}/**/*.test.ts',
];

export default defineConfig(({ command, mode }) => {
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
    ],
    resolve: { alias: { '@': fromRoot('./src'), '@tests': fromRoot('./tests') } },
    // A library found only when a page or worker first asks for it would reload the page under the user's hands.
    optimizeDeps: { entries: ['index.html', 'src/**/*.worker.ts'] },
    worker: { format: 'es' },
    server: { port: 5173, strictPort: true },
    build: { outDir: demo ? 'dist-demo' : 'dist', manifest: true, target: 'es2022' },
    test: {
      restoreMocks: true,
      // A failed read is told at once; tests of trying again hand a schedule of their own to the store.
      env: { VITE_READ_RETRIES: '0' },
      // Vitest leaves one core free, which on two cores is half of them.
      maxWorkers: availableParallelism(),
      // Generous, because `npm run check` runs the other tools on the same cores; no test waits for time to pass.
      testTimeout: 30_000,
      hookTimeout: 120_000,
      projects: [
        // Starting jsdom costs a second per file; what touches no page does without.
        {
          extends: true,
          test: {
            name: 'logic',
            environment: 'node',
            include: LOGIC,
            setupFiles: ['tests/support/fail-on-noise.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'page',
            environment: 'jsdom',
            include: ['tests/**/*.test.{ts,tsx}'],
            exclude: LOGIC,
            setupFiles: ['tests/support/setup.ts'],
          },
        },
      ],
    },
  };
});
