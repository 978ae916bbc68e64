import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OperationName } from '@/contract/contract';
import { createMockServer } from '@/mocks/node';
import { clientOf, startOnFreePort } from './support';

const start = '2026-03-02T09:00:00.000Z';
const inVitest = createMockServer({ seed: 7, patients: 12, start });
let overHttp: HttpHost;

beforeAll(async () => {
  await inVitest.ready;
  overHttp = await startOnFreePort();
});
afterAll(async () => {
  inVitest.close();
  await overHttp.close();
});

it('one link gives Vitest and the HTTP server the same data, codes, tokens, times and failures, byte for byte', async () => {
  inVitest.chaos({ rate: 0.5, seed: 3, operations: ['POST /clinic/request-clinic'] });
  const client = clientOf(overHttp);
  await client.post('/__mock/restore', { url: inVitest.share() });

  const clinicRequest = {
    clinicName: 'A',
    clinicEmail: 'a@example.com',
    clinicAddress: 'B',
    clinicPhone: '2065550100',
  };
  const steps: readonly (readonly [OperationName, string, object])[] = [
    ['login', '/auth/login', { email: 'provider@kitwell.test', password: 'Provider1!' }],
    ['sendOtp', '/auth/send-otp', { email: 'new@example.com', phoneNumber: '+12065550133' }],
    ['forgotPassword', '/auth/forgot-password', { email: 'patient@kitwell.test' }],
    ...Array.from({ length: 12 }, () => ['requestClinic', '/clinic/request-clinic', clinicRequest] as const),
  ];
  for (const [name, path, body] of steps) {
    const request = new Request(`http://api.test${path}`, { method: 'POST', body: JSON.stringify(body) });
    const here = await inVitest.engine.answer(name, request, {});
    const there = await client.post(path, body).catch(() => null);
    expect(there === null ? 'network' : { status: there.status, body: there.body }).toEqual(
      here.kind === 'answer' ? { status: here.status, body: here.body } : 'network',
    );
  }
  const branches = (log: readonly { readonly branch: string }[]) => log.map(({ branch }) => branch);
  const logged = branches((await client.get('/__mock/log')).body as { branch: string }[]);
  expect(logged).toEqual(branches(inVitest.log.list()));
  expect(new Set(logged).size).toBeGreaterThan(2);
  const exported = JSON.stringify((await client.get('/__mock/export')).body);
  expect(exported).toBe(JSON.stringify(await inVitest.db.export()));
});
