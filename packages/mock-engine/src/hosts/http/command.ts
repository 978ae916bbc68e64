#!/usr/bin/env node
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Mock } from '../../engine/mock';
import { errorMessage } from '../../error-message';
import { startHttpHost } from './http-host';
import { openStorageAdapter } from './open-storage-adapter';
import { exitCodeOf, portIn, requireUrl, UsageError } from './usage-error';

/** The command of the package: serves the mock backend that a module exports, or copies the files of the worker. */

const USAGE = `mock-engine MODULE [--port 8787] [--host 127.0.0.1] [--app-url URL] [--origin URL]... [--storage memory|fs:DIR|redis:URL]
mock-engine worker FOLDER    copies the service worker, for pages, into the folder that the app serves`;

const isMock = (value: unknown): value is Mock =>
  typeof value === 'object' && value !== null && 'operations' in value && 'makeSeed' in value;

/** @param folder that of files which the app's server or bundler leaves as they are, such as Vite's `public` */
async function copyWorker(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new UsageError(USAGE);
  // In the package it is beside this file.
  await cp(join(import.meta.dirname, 'worker'), folder, { recursive: true });
  process.stdout.write(`The service worker is in ${folder}; copy it again after an update.\n`);
}

async function start(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '8787' },
      host: { type: 'string' },
      'app-url': { type: 'string' },
      origin: { type: 'string', multiple: true, default: [] },
      storage: { type: 'string', default: 'memory' },
    },
  });
  const [file, folder] = positionals;
  if (file === undefined) throw new UsageError(USAGE);
  if (file === 'worker') return copyWorker(folder);
  const exported: Record<string, unknown> = await import(pathToFileURL(resolve(file)).href);
  const mock = Object.values(exported).find(isMock);
  if (!mock) throw new Error(`${file} exports nothing that createMock made.`);
  const appUrl = values['app-url'];
  if (appUrl !== undefined) requireUrl('--app-url', appUrl);
  for (const origin of values.origin) requireUrl('--origin', origin);
  const { url, close } = await startHttpHost(mock, {
    port: portIn('--port', values.port),
    adapter: await openStorageAdapter(values.storage, `${mock.name}-mock`),
    ...(values.host !== undefined && { host: values.host }),
    ...(appUrl !== undefined && { appUrl }),
    origins: values.origin,
    report: (message) => process.stderr.write(`${message}\n`),
  });
  process.stdout.write(`${mock.name} answers at ${url}\n`);
  const end = () => void close().then(() => process.exit());
  process.once('SIGINT', end).once('SIGTERM', end);
}

start().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = exitCodeOf(error);
});
