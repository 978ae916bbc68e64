import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMockServer } from '@/mocks/node';

const CLINICS = 'GET /clinic/fetch-clinics';
const mock = createMockServer({ preset: 'empty' });
const ask = () => fetch(`${mock.apiUrl}/clinic/fetch-clinics`);
const statuses = async (count: number) => {
  const results: number[] = [];
  for (let index = 0; index < count; index += 1) results.push((await ask()).status);
  return results;
};

describe('in Vitest', () => {
  beforeAll(() => mock.listen());
  beforeEach(() => mock.reset());
  afterAll(() => mock.close());

  it('several answers come in turn, then the one set for all calls, then the rule', async () => {
    mock.set(CLINICS, '400');
    mock.set(CLINICS, ['500', { branch: '500', times: 2 }, 'ok']);
    expect(await statuses(6)).toEqual([500, 500, 500, 200, 400, 400]);
    mock.clear(CLINICS);
    expect(await statuses(1)).toEqual([200]);
  });

  it('options with a mistake are rejected as over HTTP, so that none is ignored and all can be shared', async () => {
    const set = (options: object) => () => mock.set(CLINICS, '500', options);
    expect(set({ time: 1 })).toThrow('time');
    expect(set({ where: { calller: 'ada@example.com' } })).toThrow('calller');
    expect(set({ delay: '5' })).toThrow('delay');
    expect(set({ drip: '5' })).toThrow('drip');
    expect(mock.scenario().overrides).toEqual([]);
    expect(() => mock.log.find({ operaton: CLINICS } as object)).toThrow('operaton');
    await expect(mock.log.waitFor({ operaton: CLINICS } as object)).rejects.toThrow('operaton');
    const wrongMail = { kind: 'otp', ot: 'ada@example.com' } as const;
    await expect(mock.mail.waitFor(wrongMail)).rejects.toThrow('Options: to, kind.');
    await expect(mock.reset({ seed: 1.5 })).rejects.toThrow('seed must be a whole number');
  });

  it('a sequence replaces the one before, and an invalid one changes nothing', async () => {
    mock.set(CLINICS, ['500', '500', '500']);
    mock.set(CLINICS, ['400', 'ok']);
    expect(() => mock.set(CLINICS, ['500', '418'])).toThrow(/no branch "418"/);
    expect(() => mock.set(CLINICS, [])).toThrow(/1 to 50/);
    expect(await statuses(3)).toEqual([400, 200, 200]);
  });

  it('any status has the body and headers that were set', async () => {
    mock.set(CLINICS, '429', { headers: { 'Retry-After': '30' }, times: 1 });
    const limited = await ask();
    expect([limited.status, limited.headers.get('retry-after'), await limited.json()]).toEqual([
      429,
      '30',
      { message: 'Too many requests' },
    ]);
    const page = { 'Content-Type': 'text/html' };
    mock.set(CLINICS, [
      { branch: '502', body: '<h1>Bad gateway</h1>', headers: page },
      { branch: '503', body: { reason: 'Wartung – später' } },
      { branch: '204', headers: {} },
    ]);
    const [html, json, empty] = [await ask(), await ask(), await ask()];
    expect([html.status, html.headers.get('content-type'), await html.text()]).toEqual([
      502,
      'text/html',
      '<h1>Bad gateway</h1>',
    ]);
    expect([json.status, await json.json()]).toEqual([503, { reason: 'Wartung – später' }]);
    expect([empty.status, await empty.text()]).toEqual([204, '']);
    expect(mock.log.list().map(({ branch, status }) => `${branch} ${status}`)).toEqual([
      'by hand 429',
      'by hand 502',
      'by hand 503',
      'by hand 204',
    ]);
    expect(mock.coverage().map(({ branch }) => branch)).not.toContain('by hand');
  });

  it.each([
    ['ok', { body: {} }, /status from 200 to 599/],
    ['100', { body: {} }, /status from 200 to 599/],
    ['429', { headers: { 'bad name': 'x' } }, /"bad name"/],
    ['429', { headers: { 'x-ok': 'a\r\nb' } }, /"x-ok"/],
    ['429', { headers: { 'Content-Length': '3' } }, /Content-Length/],
    ['429', { headers: { 'Content-Encoding': 'gzip' } }, /Content-Encoding/],
    ['429', { headers: { 'Access-Control-Allow-Origin': 'https://a.test' } }, /Access-Control-Allow-Origin/],
    ['500', { body: 'x'.repeat(10_001) }, /10000 characters/],
  ] as const)('an invalid one is rejected: %s %j', (status, options, message) => {
    expect(() => mock.set(CLINICS, status, options)).toThrow(message);
    expect(mock.scenario().overrides).toEqual([]);
  });
});
