import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import * as sample from '@/mocks/conformance/sample-data';
import { apiOf } from '../support/api';

const LOGIN = 'POST /auth/login';
const CLINICS = 'GET /clinic/fetch-clinics';
const mock = startMockServer();
const call = apiOf(mock);
const password = 'Provider1!';
const login = async (email = 'provider@kitwell.test') =>
  (await call('login', { body: { email, password } })).status;
const logins = async (count: number) => {
  const statuses: number[] = [];
  for (let made = 0; made < count; made += 1) statuses.push(await login());
  return statuses;
};

beforeEach(() => mock.reset());

describe('an override with a condition', () => {
  it('applies to calls whose body has these values', async () => {
    mock.set(LOGIN, '500', { where: { body: { email: 'a*@example.com' } } });
    expect([await login('ada@example.com'), await login('bob@example.com'), await login()]).toEqual([
      500, 400, 200,
    ]);
    expect(mock.log.list().map(({ decidedBy }) => decidedBy)).toEqual(['override', 'rule', 'rule']);
  });

  it('finds an entry of a list, and compares the path', async () => {
    const token = await mock.signIn('provider');
    mock.set('POST /patient/add-patients', '400', { where: { body: [{ email: 'grace@example.com' }] } });
    const add = async (...emails: string[]) => {
      const body = emails.map((email) => ({ ...sample.importRow, email }));
      return (await call('addPatients', { body }, { token })).status;
    };
    expect([await add('ada@example.com'), await add('joan@example.com', 'grace@example.com')]).toEqual([
      201, 400,
    ]);
    mock.set('PUT /patient/update-patient/{id}', '503', { where: { path: { id: 5002 } } });
    const update = async (id: number) => {
      const path = { id } as never;
      return (await call('updatePatient', { path, body: sample.patientRecord }, { token })).status;
    };
    expect([await update(5003), await update(5002)]).toEqual([400, 503]);
  });

  it('applies to the calls of one account, by its email or id, and to its login', async () => {
    const [provider, patient] = [await mock.signIn('provider'), await mock.signIn('patient')];
    const kits = async (token: string) => (await call('fetchProducts', undefined, { token })).status;
    mock.set('GET /shopify/fetch-products', '500', { where: { caller: 'Patient@kitwell.test' } });
    expect([await kits(provider), await kits(patient)]).toEqual([200, 500]);
    mock.clear();
    mock.set('GET /shopify/fetch-products', '500', { where: { caller: 'account-1' } });
    expect([await kits(provider), await kits(patient)]).toEqual([500, 200]);
    mock.set(LOGIN, '503', { where: { caller: 'patient@kitwell.test' } });
    expect([await login(), await login('patient@kitwell.test')]).toEqual([200, 503]);
  });

  it('applies from a call on, or to one call, counting only matching calls', async () => {
    mock.set(LOGIN, '500', { where: { from: 3 }, times: 2 });
    expect(await logins(5)).toEqual([200, 200, 500, 500, 200]);
    mock.set(LOGIN, '400', { where: { nth: 2 } });
    mock.set(LOGIN, '500', { where: { nth: 3 } });
    expect(await logins(4)).toEqual([200, 400, 500, 200]);
    mock.clear();
    mock.set(LOGIN, '500', { where: { caller: 'ada@example.com', from: 2 } });
    const statuses = [await login('ada@example.com'), ...(await logins(2)), await login('ada@example.com')];
    expect(statuses).toEqual([400, 200, 200, 500]);
  });

  it('is gone once its call is over, answered by it or not', async () => {
    mock.set(LOGIN, '500', { where: { nth: 1 } });
    mock.set(LOGIN, '429', { where: { nth: 1, body: { email: 'provider@*' } } });
    expect(await logins(2)).toEqual([500, 200]);
    expect(mock.scenario().overrides).toEqual([]);
  });

  it('goes before one without, may be a sequence, and replaces only one of the same condition', async () => {
    mock.set(LOGIN, '400');
    mock.set(LOGIN, ['500', '503'], { where: { caller: 'ada@example.com' } });
    mock.set(LOGIN, 'ok', { where: { caller: 'provider@kitwell.test' } });
    expect([await login('ada@example.com'), await login(), await login('ada@example.com')]).toEqual([
      500, 200, 503,
    ]);
    expect(await login('ada@example.com')).toBe(400);
    mock.set(LOGIN, '500', { where: { caller: 'provider@kitwell.test' } });
    expect(mock.scenario().overrides.map(({ branch }) => branch)).toEqual(['500', '400']);
  });

  it('survives a share link with what it has counted', async () => {
    const where = { body: { email: '*' }, from: 3 };
    mock.set(LOGIN, '500', { where, delay: { type: 'fixed', ms: 1 }, resetAfter: 4, drip: 5 });
    mock.set(CLINICS, '503', { body: 'Später', headers: { 'retry-after': '2' }, truncateAfter: 3 });
    await logins(2);
    const [url, before] = [mock.share(), mock.scenario()];
    await mock.reset();
    await mock.restore(url);
    expect(mock.scenario()).toEqual(before);
    await expect(login()).rejects.toThrow();
  });

  it.each([
    [{ where: { from: 0 } }, /where\.from and where\.nth/],
    [{ where: { from: 1, nth: 2 } }, /where\.nth is one call/],
    [{ where: { nth: 2 }, times: 2 }, /where\.nth is one call/],
    [{ where: { caller: ' ' } }, /where\.caller/],
    [{ where: { body: 'x'.repeat(2001) } }, /2000 characters/],
    [{ drip: 0 }, /drip/],
    [{ resetAfter: 1.5 }, /whole numbers of bytes/],
    [{ resetAfter: 1, truncateAfter: 1 }, /either reset or truncated/],
    [{ delay: { type: 'log-normal', median: 200, sigma: 9 } }, /sigma/],
  ] as const)('an invalid one changes nothing: %j', (options, message) => {
    mock.set(LOGIN, '400');
    expect(() => mock.set(LOGIN, '500', options)).toThrow(message);
    expect(() => mock.set(LOGIN, 'network', { drip: 5 })).toThrow(/no body/);
    expect(mock.scenario().overrides).toEqual([{ operation: LOGIN, branch: '400' }]);
  });

  it('takes no more than 50 of one call', () => {
    for (let nth = 1; nth <= 50; nth += 1) mock.set(LOGIN, '500', { where: { nth } });
    expect(() => mock.set(LOGIN, '500', { where: { nth: 51 } })).toThrow(/more than 50/);
  });
});
