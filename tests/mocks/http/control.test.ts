import type { Mail } from '@kitwell/mock-engine/control';
import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operationNames } from '@/contract';
import { type Client, clientOf, startOnFreePort } from './support';

let host: HttpHost;
let client: Client;

beforeAll(async () => {
  host = await startOnFreePort({ appUrl: 'https://app.example.test/' });
  client = clientOf(host);
});
beforeEach(async () => {
  await client.post('/__mock/clear');
  await client.post('/__mock/reset', { preset: 'demo', seed: 1, start: null });
});
afterAll(() => host.close());

describe('window.__mock over HTTP', () => {
  it('lists operations and branches', async () => {
    const { body } = await client.get('/__mock/operations');
    expect(body).toHaveLength(operationNames.length);
    expect(body).toContainEqual({
      operation: 'POST /auth/login',
      branches: expect.arrayContaining(['ok', '400', 'ok.lost', 'network', 'timeout', '429', '503']),
    });
  });

  it('sets a branch for a number of calls, and takes it back', async () => {
    const operation = 'GET /clinic/fetch-clinics';
    const status = async () => (await client.get('/clinic/fetch-clinics')).status;
    await client.post('/__mock/set', { operation, branch: '500', times: 1 });
    expect([await status(), await status()]).toEqual([500, 200]);
    await client.post('/__mock/set', { operation, branch: '400' });
    expect(await status()).toBe(400);
    await client.post('/__mock/clear', { operation });
    expect(await status()).toBe(200);
  });

  it('shows the mails to one address, with links that lead to the app', async () => {
    const to = 'provider@kitwell.test';
    await client.post('/auth/forgot-password', { email: to });
    const mails = (await client.get(`/__mock/mail?to=${encodeURIComponent(to)}`)).body as Mail[];
    expect(mails).toMatchObject([{ to, kind: 'reset-password', subject: 'Reset your Kitwell password' }]);
    expect(mails[0]?.link).toMatch(/^https:\/\/app\.example\.test\/reset-password\/\w{32}$/);
    expect(((await client.get('/__mock/mail')).body as Mail[]).length).toBeGreaterThan(1);
  });

  it('waits for a mail, and says on timeout what did arrive', async () => {
    const to = 'waiting@example.com';
    const waiting = client.post('/__mock/mail/wait', { to, kind: 'otp' });
    await client.post('/auth/send-otp', { email: to, phoneNumber: '+12065550133' });
    expect(await waiting).toMatchObject({ status: 200, body: { to, kind: 'otp' } });
    const late = await client.post('/__mock/mail/wait', { to, kind: 'appointment', timeout: 1 });
    expect([late.status, late.body]).toEqual([
      400,
      {
        message: expect.stringMatching(/No appointment mail to .* within 1 ms.*otp to waiting@example\.com/),
      },
    ]);
  });

  it('shows requests without their secrets, and clears them', async () => {
    await client.signIn();
    const { body } = await client.get('/__mock/log');
    expect(body).toMatchObject([{ operation: 'POST /auth/login', status: 200, branch: 'ok' }]);
    expect(JSON.stringify(body)).not.toContain('Provider1!');
    await client.call('DELETE', '/__mock/log');
    expect((await client.get('/__mock/log')).body).toEqual([]);
  });

  it('reads and writes the data, row by row', async () => {
    expect((await client.get('/__mock/db')).body).toContainEqual({ table: 'kits', key: 'id', rows: 5 });
    const change = { name: 'Renamed' };
    expect((await client.call('PATCH', '/__mock/db/kits/kit-essential-2', change)).body).toMatchObject(
      change,
    );
    const stale = await client.call('PATCH', '/__mock/db/kits/kit-essential-2?name=Essential', { price: 1 });
    expect([stale.status, stale.body]).toEqual([409, { message: 'The row has another name by now.' }]);
    const priced = await client.call('PATCH', '/__mock/db/kits/kit-essential-2?name=Renamed', { price: 1 });
    expect(priced.body).toMatchObject({ ...change, price: 1 });
    const kit = { id: 'kit-new', name: 'New', price: 1, description: '' };
    expect((await client.post('/__mock/db/kits', kit)).body).toEqual(kit);
    expect((await client.call('DELETE', '/__mock/db/kits/kit-standard-5')).body).toBe(true);
    expect((await client.get('/__mock/db/kits/kit-new')).body).toEqual(kit);
    const kits = (await client.get('/__mock/db/kits')).body as { id: string }[];
    expect(kits.map(({ id }) => id)).toEqual([
      'kit-essential-2',
      'kit-complete-10',
      'kit-three-site',
      'kit-hiv-syphilis',
      'kit-new',
    ]);
  });

  it('exports everything, and takes it back', async () => {
    const saved = (await client.get('/__mock/export')).body;
    await client.post('/__mock/reset', { preset: 'empty' });
    expect((await client.get('/__mock/db/patients')).body).toHaveLength(1);
    await client.post('/__mock/import', saved);
    expect((await client.get('/__mock/db/patients')).body).toHaveLength(24);
  });

  it('undoes and redoes changes of the data', async () => {
    const kit = async () => ((await client.get('/__mock/db/kits')).body as { price: number }[])[0];
    const before = await kit();
    await client.call('PATCH', '/__mock/db/kits/kit-essential-2', { price: 1 });
    expect((await client.get('/__mock/history')).body).toMatchObject({
      position: 1,
      steps: [
        { label: 'Edit in kits', changes: [{ table: 'kits', key: 'kit-essential-2', after: { price: 1 } }] },
      ],
    });
    expect((await client.post('/__mock/history/undo')).body).toMatchObject({ position: 0 });
    expect(await kit()).toEqual(before);
    expect((await client.post('/__mock/history', { position: 1 })).body).toMatchObject({ position: 1 });
    expect(await kit()).toMatchObject({ price: 1 });
    const wrong = await client.post('/__mock/history/redo');
    expect([wrong.status, wrong.body]).toEqual([400, { message: 'There is nothing to redo.' }]);
    expect((await client.post('/__mock/history/back')).status).toBe(404);
  });

  it('moves the clock, by which codes expire', async () => {
    const email = 'new@example.com';
    await client.post('/auth/send-otp', { email, phoneNumber: '+12065550133' });
    const [{ code: otp } = { code: '' }] = (await client.get(`/__mock/mail?to=${email}`)).body as Mail[];
    await client.post('/__mock/clock', { running: false });
    const { now } = (await client.get('/__mock/clock')).body as { now: string };
    const later = await client.post('/__mock/clock', { advance: 11 * 60_000 });
    expect(later.body).toEqual({
      now: new Date(Date.parse(now) + 11 * 60_000).toISOString(),
      running: false,
    });
    expect((await client.post('/auth/verify-otp', { email, otp })).body).toEqual({
      success: false,
      message: 'The code has expired',
    });
  });

  it('signs in as a demo account', async () => {
    const { token } = (await client.post('/__mock/as', { role: 'patient' })).body as { token: string };
    const { body } = await client.get('/auth/verify-user', { authorization: token });
    expect(body).toMatchObject({ role_id: '0', user_name: 'Robin Ellis' });
  });
});

describe('what the control room as a page needs', () => {
  it('describes the product as JSON, without what only a page has', async () => {
    const { body } = await client.get('/__mock/room');
    expect(body).toMatchObject({
      name: 'kitwell',
      limits: { presets: ['demo', 'empty', 'new-clinic', 'large'], size: { name: 'patients' } },
      accounts: { demo: [{ role: 'provider' }, { role: 'patient' }] },
      tables: expect.arrayContaining([
        {
          table: 'kits',
          key: 'id',
          schema: expect.objectContaining({
            properties: expect.objectContaining({ price: { type: 'number' } }),
          }),
        },
      ]),
    });
    expect(Object.keys((body as { panel: object }).panel)).not.toEqual(
      expect.arrayContaining(['pages', 'inactivity']),
    );
  });

  it('says what changes, as it changes', async () => {
    const leaving = new AbortController();
    const stream = await fetch(`${host.url}/__mock/changes`, { signal: leaving.signal });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (event: string) => {
      while (!text.includes(`data: ${event}\n\n`)) text += (await reader?.read())?.value ?? '';
    };
    await client.call('PATCH', '/__mock/db/kits/kit-essential-2', { price: 1 });
    await until('db/kits');
    await until('history');
    await client.get('/clinic/fetch-clinics');
    await until('log');
    await client.post('/__mock/set', { operation: 'POST /auth/login', branch: '500' });
    await until('scenario');
    leaving.abort();
    // Only its headers: the stream itself has no end.
    const head = await fetch(`${host.url}/__mock/changes`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('a request to it that makes no sense', () => {
  it.each([
    ['POST', '/__mock/set', { operation: 'POST /auth/lgin', branch: '500' }, /no operation/],
    ['POST', '/__mock/set', { operation: 'POST /auth/login' }, /branch/],
    ['POST', '/__mock/set', { operation: 'POST /auth/login', branch: '500', time: 1 }, /time/],
    ['POST', '/__mock/log/find', { operaton: 'POST /auth/login' }, /operaton/],
    ['POST', '/__mock/mail/wait', { kind: 'opt' }, /kind: .*"otp"/],
    ['POST', '/__mock/mail/wait', { kind: 'otp', two: 'ada@example.com' }, /Options: to, kind, timeout/],
    ['POST', '/__mock/mail/wait', { kind: 'otp', timeout: 1e9 }, /timeout must lie within/],
    ['POST', '/__mock/reset', { preset: 'huge' }, /Presets: demo, empty/],
    ['POST', '/__mock/reset', { seed: 1.5 }, /seed must be a whole number/],
    ['POST', '/__mock/chaos', { rate: 'often' }, /rate/],
    ['POST', '/__mock/clock', { set: 'never' }, /no time/],
    ['POST', '/__mock/import', { format: 'other' }, /Nothing was imported/],
    ['POST', '/__mock/as', { role: 'admin' }, /Accounts: provider, patient/],
    ['PATCH', '/__mock/db/kits/kit-essential-2', { colour: 'red' }, /Columns: id, name, price, description/],
  ] as const)('%s %s %j is rejected with a message', async (method, path, body, message) => {
    const answer = await client.call(method, path, body);
    expect(answer.status).toBe(400);
    expect((answer.body as { message: string }).message).toMatch(message);
  });

  it.each([
    ['DELETE', '/__mock/db/kits/kit-standard-5/price'],
    ['POST', '/__mock/clear/scenario'],
    ['POST', '/__mock/reset/nothing'],
    ['POST', '/__mock/mail'],
    ['POST', '/__mock/mail/wait/here'],
    ['GET', '/__mock/operations/login'],
    ['POST', '/__mock/history/undo/1'],
    ['DELETE', '/__mock/db/kits'],
  ] as const)('%s %s is not taken for a shorter path, and changes nothing', async (method, path) => {
    await client.post('/__mock/set', { operation: 'POST /auth/login', branch: '500' });
    const state = async () => [
      (await client.get('/__mock/export')).body,
      (await client.get('/__mock/scenario')).body,
    ];
    const before = await state();
    const answer = await client.call(method, path);
    expect([404, 405]).toContain(answer.status);
    expect(answer.body).toEqual({ message: expect.stringContaining(`There is no ${method} ${path}.`) });
    expect(await state()).toEqual(before);
  });

  it.each([
    ['GET', '/__mock/nothing', undefined, /GET operations/],
    ['GET', '/__mock/set/nothing', undefined, /POST set/],
    ['GET', '/__mock/db/nothing', undefined, /Tables: accounts/],
    ['PATCH', '/__mock/db/kits/nothing', {}, /no id "nothing"/],
    ['GET', '/__mock/db/kits/nothing', undefined, /no id "nothing"/],
    ['GET', '/__mock/constructor', undefined, /There is no/],
  ] as const)('%s %s is not found, and what there is is listed', async (method, path, body, message) => {
    const answer = await client.call(method, path, body);
    expect(answer.status).toBe(404);
    expect((answer.body as { message: string }).message).toMatch(message);
  });
});
