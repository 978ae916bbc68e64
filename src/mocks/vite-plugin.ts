import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ErrorPayload, Plugin } from 'vite';
// Vite loads its configuration, including this file, without the project's path aliases.
import { WORKER_FILE } from '../../packages/mock-engine/src/worker/worker-file.ts';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const workerFiles = new Map([
  [WORKER_FILE, fromHere('../../packages/mock-engine/src/worker/mock-worker.js')],
  ['mockServiceWorker.js', createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')],
]);

/** Has the dev server notice edited tables and seeds: stored data of other content is replaced. */
const watchSeeds: Plugin = {
  name: 'kitwell:watch-seeds',
  apply: (_config, { command, mode }) => command === 'serve' && mode !== 'test',
  load: {
    filter: { id: /\/seeds\/seed-content\.ts$/ },
    handler() {
      const hash = createHash('sha256');
      const seeds = fromHere('./kitwell/seeds');
      for (const file of [
        fromHere('./kitwell/tables.ts'),
        ...readdirSync(seeds)
          .sort()
          .map((name) => join(seeds, name)),
      ]) {
        this.addWatchFile(file);
        hash.update(readFileSync(file));
      }
      return `export const seedContent = '-${hash.digest('hex').slice(0, 12)}';`;
    },
  },
};

/** Resolves MSW's cookie store, which MSW imports by a relative path, to the stub. */
export const withoutCookieStore = {
  name: 'kitwell:without-cookie-store',
  enforce: 'pre' as const,
  resolveId: {
    filter: { id: /\/cookieStore\.mjs$/ },
    handler: () => fromHere('../../packages/mock-engine/src/worker/cookie-store.stub.ts'),
  },
};

/**
 * Adds the mock backend to a build or the dev server, or leaves it out.
 *
 * With mocks, `__MOCKS__` is true, the two worker files are served and emitted next to `index.html` (so that a build
 * under a subpath has its worker in scope), and MSW's cookie store is replaced by a stub. Without, `__MOCKS__` is a
 * literal false, so that `if (__MOCKS__)` blocks and their dynamic imports are removed.
 *
 * @param options.enabled whether this build or server has the mock backend
 */
export function mockBackend({ enabled }: { enabled: boolean }): Plugin[] {
  let base = '/';
  const plugin: Plugin = {
    name: 'kitwell:mock-backend',
    enforce: 'pre',
    config: () => ({
      define: {
        __MOCKS__: JSON.stringify(enabled),
        // The mock uses the page's own origin, even if a developer's .env sets a live API.
        ...(enabled ? { 'import.meta.env.VITE_API_URL': '""' } : {}),
      },
      // The dev server bundles dependencies separately, with their own plugins.
      optimizeDeps: enabled ? { rolldownOptions: { plugins: [withoutCookieStore] } } : {},
    }),
    ...(enabled ? { resolveId: withoutCookieStore.resolveId } : {}),
    configResolved(config) {
      base = config.base;
    },
    configureServer(server) {
      if (!enabled) return;
      // Only the page that had the defect shows it.
      server.ws.on('mock:defect', (defect: ErrorPayload['err'], client) =>
        client.send({ type: 'error', err: { ...defect, plugin: 'the mock backend' } }),
      );
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        const file = path.startsWith(base) ? workerFiles.get(path.slice(base.length)) : undefined;
        if (file === undefined) return next();
        response.setHeader('content-type', 'text/javascript');
        response.setHeader('cache-control', 'no-cache');
        response.end(readFileSync(file));
      });
    },
    generateBundle() {
      if (!enabled) return;
      for (const [fileName, file] of workerFiles)
        this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
    },
  };
  return [plugin, watchSeeds];
}
