import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Text that only the mock backend, its libraries and its demo accounts contain. */
const TRACES = [
  /\bmsw\b/i,
  /@msw\b/,
  /mock-?service-?worker/i,
  /mock-worker/,
  /__mock/,
  /mock-frame/,
  /x-mock-tenant/i,
  /faker/i,
  /Provider1!/,
  /Patient1!/,
];
const WORKER_FILES = /(^|\/)(mock-worker|mockServiceWorker)\.js$/;

/**
 * Searches a build for the mock backend, which it must not contain.
 *
 * @returns one line per match, such as `assets/index.js contains "msw"`; empty for a clean build
 */
export function mockTraces(outDir: string): string[] {
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return files.flatMap((file) => {
    if (WORKER_FILES.test(file)) return [`${file} is a worker file of the mock backend`];
    const text = readFileSync(file, 'latin1');
    return /\.(js|html|css|json)$/.test(file)
      ? TRACES.flatMap((trace) => {
          const match = trace.exec(text)?.[0];
          return match === undefined ? [] : [`${file} contains "${match}"`];
        })
      : [];
  });
}
