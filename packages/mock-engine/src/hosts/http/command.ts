#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Mock } from '../../engine/mock';
import { errorMessage } from '../../error-message';
import { startHttpHost } from './http-host';
import { openStorageAdapter } from './open-storage-adapter';
import { exitCodeOf, portIn, requireUrl, UsageError } from './usage-error';

/** The command of the package: serves the mock backend that a module exports, or copies the files of the worker. */

const USAGE = `mock-engine MODULE [--port 8787] [--host 127.0.0.1] [--base /] [--app-url URL] [--origin URL]... [--storage memory|fs:DIR|redis:URL]
                             serves the mock that MODULE (JavaScript or TypeScript) exports
mock-engine from-openapi SPEC [--out mock] [--force]
                             writes a mock of the API that SPEC (a path or URL) describes, an OpenAPI 3 document
mock-engine worker FOLDER    copies the service worker, for pages, into the folder that the app serves
mock-engine --help           prints this`;

const isMock = (value: unknown): value is Mock =>
  typeof value === 'object' && value !== null && 'operations' in value && 'makeSeed' in value;

/** @param folder that of files which the app's server or bundler leaves as they are, such as Vite's `public` */
async function copyWorker(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new UsageError(USAGE);
  // In the package it is beside this file.
  await cp(join(import.meta.dirname, 'worker'), folder, { recursive: true });
  process.stdout.write(`The service worker is in ${folder}; copy it again after an update.\n`);
}

/** Whether a TypeScript file imports a file that Node does not find, such as one without its extension. */
const lacksExtension = (file: string, error: Error & { code: unknown }): boolean =>
  // For a missing package the error has no URL.
  error.code === 'ERR_MODULE_NOT_FOUND' && 'url' in error && /\.[cm]?tsx?$/.test(file);

/**
 * Imports a module of the project. Node before 22.18 reads no TypeScript; the project's `tsx` does it then.
 *
 * @throws UsageError if there is no such file, or nothing can read it
 */
async function importModule(file: string): Promise<Record<string, unknown>> {
  if (!existsSync(resolve(file))) throw new UsageError(`There is no file ${file}.`);
  const { href } = pathToFileURL(resolve(file));
  let missing: Error | undefined;
  try {
    return await import(href);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (lacksExtension(file, error)) missing = error;
    else if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
  }
  const project = createRequire(join(process.cwd(), 'package.json'));
  let tsx: string;
  try {
    tsx = project.resolve('tsx');
  } catch {
    if (missing) throw missing;
    throw new UsageError(
      `This version of Node reads no TypeScript (${file}): install tsx in the project (npm install -D tsx), or use Node 22.18.`,
    );
  }
  await import(pathToFileURL(tsx).href);
  // Node remembers that it can't read the file at its own URL.
  return import(`${href}?tsx`);
}

async function start(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      base: { type: 'string', default: '/' },
      port: { type: 'string', default: '8787' },
      host: { type: 'string' },
      'app-url': { type: 'string' },
      origin: { type: 'string', multiple: true, default: [] },
      storage: { type: 'string', default: 'memory' },
      out: { type: 'string', default: 'mock' },
      force: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const [file, folder] = positionals;
  if (file === undefined) throw new UsageError(USAGE);
  if (file === 'worker') return copyWorker(folder);
  if (file === 'from-openapi') {
    if (folder === undefined) throw new UsageError(USAGE);
    const { fromOpenApi } = await import('../../from-openapi');
    process.stdout.write(`${await fromOpenApi(folder, values.out, values)}\n`);
    return;
  }
  const exported = await importModule(file);
  const mock = Object.values(exported).find(isMock);
  if (!mock) {
    // The engine would be there twice, and know neither the errors nor the responses of the rules.
    const isCommonJs = Object.values(Object(exported.default)).some(isMock);
    const cure = isCommonJs ? ' as an ES module: set "type": "module" in package.json' : '';
    throw new Error(`${file} exports nothing that createMock made${cure}.`);
  }
  const appUrl = values['app-url'];
  if (appUrl !== undefined) requireUrl('--app-url', appUrl);
  for (const origin of values.origin) requireUrl('--origin', origin);
  const { api, url, close } = await startHttpHost(mock, {
    port: portIn('--port', values.port),
    base: values.base,
    adapter: await openStorageAdapter(values.storage, `${mock.name}-mock`),
    ...(values.host !== undefined && { host: values.host }),
    ...(appUrl !== undefined && { appUrl }),
    origins: values.origin,
    report: (message) => process.stderr.write(`${message}\n`),
  });
  process.stdout.write(`${mock.name} answers at ${api} (control room: ${url}/__mock/)\n`);
  const end = () => void close().then(() => process.exit());
  process.once('SIGINT', end).once('SIGTERM', end);
}

start().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = exitCodeOf(error);
});
