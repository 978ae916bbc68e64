import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOnFreePort } from '@tests/mocks/http/support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpHost } from '@/mocks/hosts/http/http-host';
import { openApiFile } from '@/mocks/openapi/openapi-document';
import { ROOT, run } from '../../scripts/lib/run';

const generator = join(ROOT, 'scripts/openapi-typescript/node_modules/openapi-typescript/bin/cli.js');

/** A client that is written from the document alone. */
const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api';

const client = createClient<paths>({ baseUrl: process.env.API_URL ?? '' });
const login = await client.POST('/auth/login', {
  body: { email: 'provider@kitwell.test', password: 'Provider1!' },
});
if (!login.data) throw new Error(login.error.message);
const headers = { Authorization: login.data.token };
const list = await client.GET('/patient/fetch-patients', { headers });
const patients: components['schemas']['Patient'][] = list.data ?? [];
console.log(patients.length, patients[0]?.patient_name);
const status = await client.POST('/patient/track-kit-status', { headers, body: { orderId: 'KW-10001' } });
console.log(status.response.status, status.error?.message);
`;

const misuse = `
import createClient from 'openapi-fetch';
import type { paths } from './api';

const client = createClient<paths>();
client.POST('/auth/log-in');
client.POST('/auth/login', { body: { email: 'provider@kitwell.test' } });
client.GET('/payment/payment-success', { params: {} });
client.GET('/payment/check-payment-details').then(({ data }) => data?.hasCard);
`;

let folder: string;
let mock: HttpHost;

beforeAll(async () => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  // Inside the project, so that the program finds the installed packages.
  folder = mkdtempSync(join(ROOT, '.cache/openapi-client-'));
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: 'ES2023',
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: ['node'],
  };
  const config = (file: string) => JSON.stringify({ compilerOptions, files: [file] });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'openapi.json'), openApiFile());
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'misuse.ts'), misuse);
  writeFileSync(join(folder, 'tsconfig.json'), config('program.ts'));
  writeFileSync(join(folder, 'misuse.json'), config('misuse.ts'));
  const generated = await run(process.execPath, [generator, 'openapi.json', '--output', 'api.d.ts'], {
    cwd: folder,
  });
  expect([generated.ok, generated.output]).toEqual([true, expect.stringContaining('api.d.ts')]);
  mock = await startOnFreePort();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await mock.close();
});

describe('a client generated from the OpenAPI document', () => {
  it('compiles under strict, and reads the demo data', async () => {
    const compiled = await run('tsc', ['-p', '.'], { cwd: folder });
    expect([compiled.ok, compiled.output]).toEqual([true, '']);
    const { output } = await run('tsx', ['program.ts'], { cwd: folder, env: { API_URL: mock.url } });
    expect(output).toBe('24 Robin Ellis\n403 Only a patient can do this\n');
  });

  it('does not compile with a path, body, parameter or field that the document does not have', async () => {
    const { ok, output } = await run('tsc', ['-p', 'misuse.json'], { cwd: folder });
    expect(ok).toBe(false);
    const lines = [...output.matchAll(/^misuse\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    expect(lines).toEqual([6, 7, 8, 9]);
  });
});
