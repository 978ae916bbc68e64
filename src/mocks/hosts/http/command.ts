#!/usr/bin/env node
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Mock } from '../../engine/mock';
import { startHttpHost } from './http-host';
import { openStorageAdapter } from './open-storage-adapter';

/** The command of the package: serves the mock backend that a module exports. */

const USAGE =
  'mock-engine MODULE [--port 8787] [--host 127.0.0.1] [--app-url URL] [--storage memory|fs:DIR|redis:URL]';

const isMock = (value: unknown): value is Mock =>
  typeof value === 'object' && value !== null && 'operations' in value && 'makeSeed' in value;

async function start(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '8787' },
      host: { type: 'string' },
      'app-url': { type: 'string' },
      storage: { type: 'string', default: 'memory' },
    },
  });
  const [file] = positionals;
  if (file === undefined) throw new Error(USAGE);
  const exported: Record<string, unknown> = await import(pathToFileURL(resolve(file)).href);
  const mock = Object.values(exported).find(isMock);
  if (!mock) throw new Error(`${file} exports nothing that createMock made.`);
  const { url, close } = await startHttpHost(mock, {
    port: Number(values.port),
    adapter: await openStorageAdapter(values.storage, `${mock.name}-mock`),
    ...(values.host !== undefined && { host: values.host }),
    ...(values['app-url'] !== undefined && { appUrl: values['app-url'] }),
    report: (message) => process.stderr.write(`${message}\n`),
  });
  process.stdout.write(`${mock.name} answers at ${url}\n`);
  const end = () => void close().then(() => process.exit());
  process.once('SIGINT', end).once('SIGTERM', end);
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
