import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
// Vite reads its configuration, and so this file, without the project's aliases.
import { WORKER_FILE } from './worker/worker-file.ts';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function workerSources(): Map<string, string> {
  const mswWorker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  return new Map([
    [WORKER_FILE, readFileSync(fromHere('./worker/mock-worker.js'), 'utf8')],
    ['mockServiceWorker.js', readFileSync(mswWorker, 'utf8')],
  ]);
}

/** Gives MSW the stub for its own cookie store, which it imports by a relative path. */
const withoutCookieStore = {
  name: 'kitwell:without-cookie-store',
  resolveId: {
    filter: { id: /\/cookieStore\.mjs$/ },
    handler: () => fromHere('./worker/cookie-store.stub.ts'),
  },
};

/**
 * Puts the mock backend into a build or the dev server, or keeps it out.
 *
 * With mocks: `__MOCKS__` is true, the two worker files are served and emitted beside `index.html` (so that a build
 * under a subpath has its worker in scope), and MSW's cookie store is replaced by a stub. Without: `__MOCKS__`
 * is a literal false, so that `if (__MOCKS__)` and the dynamic import in it disappear from the build.
 *
 * @param options.enabled whether this build or server has the mock backend
 */
export function mockBackend({ enabled }: { enabled: boolean }): Plugin {
  let base = '/';
  return {
    name: 'kitwell:mock-backend',
    enforce: 'pre',
    config: () => ({
      define: {
        __MOCKS__: JSON.stringify(enabled),
        // The mock answers on the page's own origin, whatever a developer's .env says about a live API.
        ...(enabled ? { 'import.meta.env.VITE_API_URL': '""' } : {}),
      },
      // The dev server bundles libraries apart from the rest, with plugins of their own.
      optimizeDeps: enabled ? { rolldownOptions: { plugins: [withoutCookieStore] } } : {},
    }),
    ...(enabled ? { resolveId: withoutCookieStore.resolveId } : {}),
    configResolved(config) {
      base = config.base;
    },
    configureServer(server) {
      if (!enabled) return;
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        const source = path.startsWith(base) ? workerSources().get(path.slice(base.length)) : undefined;
        if (source === undefined) return next();
        response.setHeader('content-type', 'text/javascript');
        response.setHeader('cache-control', 'no-cache');
        response.end(source);
      });
    },
    generateBundle() {
      if (!enabled) return;
      for (const [fileName, source] of workerSources()) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
