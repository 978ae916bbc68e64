import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOnFreePort } from '@tests/mocks/http/support';
import { expect, onTestFinished } from 'vitest';
import { runConformance } from '@/mocks/conformance/run-conformance';
import { type HarEntry, readHar } from '@/mocks/record/har';
import { startRecorder } from '@/mocks/record/recorder';

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recording-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server that runs until the end of the test. */
export async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that answers every request alike. */
export const serverThatAnswers = (status: number, body: string, type = 'application/json'): Promise<string> =>
  startServer((_, response) => void response.writeHead(status, { 'content-type': type }).end(body));

export const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Records all that the conformance run does. */
export async function recordRun(run: string): Promise<readonly HarEntry[]> {
  const mock = await startOnFreePort();
  onTestFinished(() => mock.close());
  const file = join(await temporaryFolder(), 'api.har');
  const recorder = await startRecorder({ api: mock.url, file, port: 0 });
  // Mails and the checkout are read past the recorder, as they are no part of the API.
  const reports = await runConformance({
    api: recorder.url,
    mail: `${mock.url}/__mock/mail`,
    control: `${mock.url}/__mock`,
    run,
  });
  expect(reports.flatMap(({ paths }) => paths.flatMap(({ deviations }) => deviations))).toEqual([]);
  await recorder.close();
  return readHar(file);
}
