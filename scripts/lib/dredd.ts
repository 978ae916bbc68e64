import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { controlOf, examplesStart, readDocument } from '@tests/mocks/support/openapi';
import { operationNames } from '@/contract/contract';
import { startHttpHost } from '@/mocks/http';
import { sampleOf } from '@/mocks/kitwell/rules/backend';
import { openApiDocument } from '@/mocks/openapi/openapi-document';
import { installAside } from '../bench/support/install-aside';
import { run } from './run';

/** Not in the lock: it is no longer developed, and comes with 230 packages (docs/decisions/0034). */
const DREDD = { dredd: '14.1.0' };

/** Asks for the headers that make the mock answer with the status that Dredd expects. */
const hooks = (prepareUrl: string) => `require('hooks').beforeEach((transaction, done) => {
  const { name, expected, request } = transaction;
  const path = name.split(' > ').find((part) => part.startsWith('/'));
  const body = JSON.stringify({ call: request.method + ' ' + path, status: expected.statusCode });
  fetch('${prepareUrl}', { method: 'POST', body })
    .then((response) => response.json())
    .then((headers) => Object.assign(request.headers, headers))
    .catch((error) => { transaction.fail = String(error); })
    .then(() => done());
});
`;

/**
 * Has Dredd call each operation once for each status that the document declares, and compare the responses with it.
 *
 * @param file the OpenAPI document
 * @returns whether all fit, and Dredd's output; null if Dredd can't be installed
 */
export async function runDredd(file: string): Promise<{ ok: boolean; output: string } | null> {
  const modules = await installAside('dredd', DREDD);
  if (modules === null) return null;
  const choice = { preset: 'demo', seed: 1, start: examplesStart } as const;
  const mock = await startHttpHost({ port: 0, now: () => new Date(examplesStart), choice });
  const { reset, tokenOf, rows } = controlOf(mock.url);
  const { operations } = readDocument(openApiDocument({ apiUrl: mock.url, chatUrl: mock.url }));

  /** Prepares the data for a call, and returns its headers. */
  async function prepare(call: string, status: string): Promise<Record<string, string>> {
    const operation = operations.get(call);
    const name = operationNames.find((known) => known === operation?.operationId);
    if (!operation || name === undefined) throw new Error(`${call} is no operation`);
    const { as, needs } = sampleOf(name);
    await reset();
    await needs?.(rows);
    const examples = Object.keys(operation.responses[status]?.content['application/json'].examples ?? {});
    const branch = examples.find((known) => known !== 'invalid') ?? status;
    return {
      ...(as && { authorization: await tokenOf(as) }),
      ...(branch !== 'ok' && { 'x-mock-scenario': branch }),
    };
  }

  const preparer = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { call, status } = JSON.parse(body) as { call: string; status: string };
    const headers = await prepare(call, status).catch((error: unknown) => ({ error: String(error) }));
    response.end(JSON.stringify(headers));
  }).listen(0, '127.0.0.1');
  await once(preparer, 'listening');
  const address = preparer.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    // Dredd looks for files by a pattern, which finds none below a folder whose name begins with a dot.
    const folder = dirname(file);
    writeFileSync(join(folder, 'dredd-hooks.cjs'), hooks(`http://127.0.0.1:${port}`));
    const { ok, output } = await run(
      process.execPath,
      [
        join(modules, 'dredd/bin/dredd'),
        'openapi.json',
        mock.url,
        '--hookfiles=dredd-hooks.cjs',
        '--loglevel=warning',
      ],
      { cwd: folder },
    );
    return { ok, output };
  } finally {
    preparer.close();
    await mock.close();
  }
}
