import { beforeEach, describe, expect, it } from 'vitest';
import { declarationOf, type OperationName } from '@/contract/contract';
import { createMockServer, type MockServer } from '@/mocks/node';

const now = () => new Date('2026-03-02T15:30:00Z');
const ADD = 'POST /patient/add-patients';

/** Another machine, on another day, with other data. */
const elsewhere = () =>
  createMockServer({ now: () => new Date('2031-05-05T00:00:00Z'), preset: 'new-clinic', seed: 9 });

async function open(options: Parameters<typeof createMockServer>[0] = {}): Promise<MockServer> {
  const mock = createMockServer({ now, preset: 'demo', ...options });
  await mock.ready;
  return mock;
}

/** All rows but those of sessions, and the clock. */
function dataOf(mock: MockServer): Record<string, object[]> {
  const tables = mock.db.tables().filter((table) => !['sessions', 'settings'].includes(table));
  return Object.fromEntries(tables.map((table) => [table, mock.db.list(table)]));
}

async function call(mock: MockServer, name: OperationName, body: object, token?: string) {
  const request = new Request(`http://api.test${declarationOf(name).operation.split(' ')[1]}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: token ? { authorization: token } : {},
  });
  return mock.engine.answer(name, request, {});
}

const kitAt = (number: number) => ({
  id: `kit-${number}`,
  name: `Kit ${number}`,
  price: number,
  // Digits that compress badly.
  description: [1, 2, 3, 4, 5].map((factor) => Math.sin(number * factor)).join(' '),
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

describe('a capsule', () => {
  it('rebuilds edited, added and removed rows, their order, the clock, the scenario and the next ids', async () => {
    const mine = await open({ seed: 7, patients: 12 });
    const [first, second, third] = mine.db.list('patients').map((row) => Reflect.get(row, 'patient_id'));
    await mine.db.patch('patients', first, { patient_name: 'Ada Núñez 🧪' });
    await mine.db.remove('patients', second);
    const moved = mine.db.list('patients').find((row) => Reflect.get(row, 'patient_id') === third) ?? {};
    await mine.db.remove('patients', third);
    await mine.db.insert('kits', kitAt(1));
    await mine.db.insert('patients', moved);
    await mine.clock.advance(3 * 86_400_000);
    mine.set(ADD, '500');

    const { link, file, code } = await mine.capsules.make();
    for (const form of [link ?? '', file, code]) {
      const yours = elsewhere();
      await yours.restore(form);
      expect(dataOf(yours)).toEqual(dataOf(mine));
      expect(yours.clock.now()).toEqual(mine.clock.now());
      expect(yours.scenario()).toEqual(mine.scenario());
      const { counters } = (await yours.db.export()) as { counters: { sequences: object } };
      expect(counters).toEqual(((await mine.db.export()) as typeof yours & { counters: object }).counters);
      yours.close();
    }
    mine.close();
  });

  it('signs the recipient in as the same role, on the same section, with another token', async () => {
    const mine = await open();
    await mine.as('provider');
    const token = localStorage.getItem('token') ?? '';
    localStorage.setItem('activeOption', 'booking');
    history.replaceState(null, '', '/dashboard?tab=1');
    const { code } = await mine.capsules.make();
    localStorage.clear();
    localStorage.setItem('activeClinicTab', 'of the recipient');
    history.replaceState(null, '', '/login');

    const yours = elsewhere();
    await yours.restore(code);
    expect(localStorage.getItem('account')).toBe('provider@kitwell.test');
    expect(localStorage.getItem('activeOption')).toBe('booking');
    expect(localStorage.getItem('activeClinicTab')).toBeNull();
    expect(`${location.pathname}${location.search}`).toBe('/dashboard?tab=1');
    expect(localStorage.getItem('token')).not.toBe(token);
    expect(yours.db.list('sessions')).toMatchObject([{ token: localStorage.getItem('token') }]);
    for (const mock of [mine, yours]) mock.close();
  });

  it('signs in an account of the visit without its password; codes, tokens and links are others that still fit', async () => {
    const mine = await open();
    const email = 'ada@example.com';
    await call(mine, 'sendOtp', { email, phoneNumber: '+12065550133' });
    await call(mine, 'forgotPassword', { email: 'patient@kitwell.test' });
    await mine.db.patch('accounts', 'account-2', { password: 'Changed-by-user-1!' });
    await mine.db.insert('accounts', {
      id: 'account-9',
      email,
      password: 'Very-secret-1!',
      role: '1',
      clinic_id: 'C001',
      patient_id: null,
      created_at: now().toISOString(),
    });
    const login = await call(mine, 'login', { email, password: 'Very-secret-1!' });
    const { token } = (login as { body: { token: string } }).body;
    localStorage.setItem('token', token);
    const [otpMail, resetMail] = mine.mail.list().slice(-2);
    const resetToken = resetMail?.link?.split('/').at(-1) ?? '';
    history.replaceState(null, '', `/reset-password/${resetToken}`);

    const { code } = await mine.capsules.make({ note: `My code: ${otpMail?.code}` });
    const content = JSON.stringify(await mine.capsules.read(code), (_, value: unknown) =>
      value instanceof Map ? [...value] : value,
    );
    for (const secret of [token, resetToken, otpMail?.code ?? '', 'Very-secret-1!', 'Changed-by-user-1!']) {
      expect(secret.length).toBeGreaterThan(5);
      expect(content).not.toContain(secret);
    }

    const yours = elsewhere();
    await yours.restore(code);
    expect(localStorage.getItem('account')).toBe(email);
    const [otp, reset] = yours.mail.list().slice(-2);
    expect(otp?.text).toContain(`Enter ${otp?.code} to go on`);
    expect(await call(yours, 'verifyOtp', { email, otp: otp?.code })).toMatchObject({
      body: { success: true },
    });
    expect(reset?.link).toContain(location.pathname);
    expect(yours.db.list('resets')).toMatchObject([{ token: location.pathname.split('/').at(-1) }]);
    for (const mock of [mine, yours]) mock.close();
  });

  it('shows how far a sign-up is, with its request for a clinic, and nothing of one of the recipient', async () => {
    const mine = await open();
    const patient = '{"version":2,"value":{"values":{"firstName":"Ada"},"verifiedEmail":null}}';
    sessionStorage.setItem('patientSignUp', patient);
    const { code: before } = await mine.capsules.make();
    sessionStorage.setItem('clinicRequest', 'sent');
    const { code: after } = await mine.capsules.make();
    const yours = elsewhere();
    await yours.restore(before);
    expect({ ...sessionStorage }).toMatchObject({ patientSignUp: patient });
    expect(sessionStorage.getItem('clinicRequest')).toBeNull();
    await yours.restore(after);
    expect({ ...sessionStorage }).toMatchObject({ patientSignUp: patient, clinicRequest: 'sent' });
    for (const mock of [mine, yours]) mock.close();
  });

  it('is a link while it is small, and a file with the last 50 requests otherwise', async () => {
    const mine = await open();
    const token = await mine.signIn('provider');
    expect((await mine.capsules.make()).link?.length).toBeLessThan(6000);
    for (let step = 0; step < 100; step += 1) {
      await mine.db.insert('kits', kitAt(step));
      await call(mine, 'createCheckoutSession', {}, token);
    }
    const { link, file } = await mine.capsules.make({ note: 'n'.repeat(500) });
    expect(link).toBeNull();
    expect(file.length).toBeLessThan(50_000);
    expect((await mine.capsules.read(file)).bug?.requests).toHaveLength(50);
    mine.close();
  });

  it('with a bug has a note and the last requests, and stays marked as one where it is opened', async () => {
    const mine = await open();
    const [row] = mine.db.list('kits');
    await mine.db.patch('kits', Reflect.get(row ?? {}, 'id'), { name: 'Renamed' });
    await call(mine, 'login', { email: 'provider@kitwell.test', password: 'Provider1!' });
    const { code } = await mine.capsules.make({ note: 'It fails' });
    const { bug } = await mine.capsules.read(code);
    expect(bug).toMatchObject({
      note: 'It fails',
      requests: [{ operation: 'POST /auth/login', status: 200 }],
    });
    expect(JSON.stringify(bug?.requests)).not.toContain('Provider1!');

    const yours = elsewhere();
    await yours.restore(code);
    expect(yours.db.list('kits')[0]).toMatchObject({ name: 'Renamed' });
    expect(yours.capsules.opened()).toBe(code);
    await yours.restore((await mine.capsules.make()).code);
    expect(yours.capsules.opened()).toBeNull();
    for (const mock of [mine, yours]) mock.close();
  });
});

/** A file that an earlier build saved: a renamed kit, one more, a failing login, the provider's dashboard, a note. */
const earlierFile =
  '{"format":"kitwell-capsule","code":"2.eJw1kUFuGzEMRa8S_DWTjN2kQbXqDVKkWQQYeEFLbCxYliaiJm4wmLsXlGstJAIiHz8_F0xwkNPUvkBQuA2hwW2enrYPw4_vgx0Cwz32oML94aRCSHDjQMOOUODGEam8xwzC4zCA8pxSv3Y7QoBbcIxN7fU9-RjbrahKbpHT7Ra0IPNJ4PAiFgSsVhnhxgUxwPWKv6Br2hsIU41euuAg6mucWiwZDlh360o4WjsVCZeUyucMNxBUPmbJXroc9r7M2aRtCT7FHP3Fg4lblP6xMdgZDlMtnzFI_XmM7Swp3TXRBsKngSZuBzgE1sO-cA0gpOI5wS2r9VTt4haDnS7zGOPmGwh7A-TSbLDnZKXVNKp1HxeUSSr_n-3X8-_Xm3ue2-H-arg2brP2BRH2lbM3IX0NV47x9yV8XYSqnks1T81POXFMcGCsq_n2D5jzpOk"}';

it('that an earlier build saved opens as it was', async () => {
  const mock = await open();
  await mock.restore(earlierFile);
  expect(mock.choice()).toMatchObject({ preset: 'empty', seed: 1 });
  expect(mock.clock.now().toISOString()).toBe('2026-03-02T00:00:05.000Z');
  expect(mock.scenario().overrides).toEqual([{ operation: 'POST /auth/login', branch: '500' }]);
  expect(mock.db.list('kits')).toHaveLength(6);
  expect(mock.db.list('kits')[0]).toMatchObject({ name: 'Renamed' });
  expect(mock.db.list('kits').at(-1)).toEqual({ id: 'kit-x', name: 'X', price: 1, description: '' });
  expect(localStorage.getItem('account')).toBe('provider@kitwell.test');
  expect(location.pathname).toBe('/dashboard');
  expect((await mock.capsules.read(earlierFile)).bug).toMatchObject({ note: 'Old' });
  mock.close();
});

/** Encodes any value as a capsule's code, as an attacker would. */
async function codeOf(value: unknown): Promise<string> {
  const json = typeof value === 'string' ? value : JSON.stringify(value);
  const stream = new Response(json).body?.pipeThrough(new CompressionStream('deflate'));
  const bytes = await new Response(stream as ReadableStream).arrayBuffer();
  return `2.${Buffer.from(bytes).toString('base64url')}`;
}

const good = {
  m: 'kitwell 3',
  p: 'demo',
  s: 1,
  t: Date.parse('2026-03-02T00:00:00Z'),
  a: 0,
  r: false,
  l: [0, 0],
  k: { seed: 1, drawn: 0, sequences: {} },
  w: null,
  v: null,
};
const kit = { id: 'kit-x', name: 'X', price: 1, description: '' };

describe('a hostile capsule', () => {
  const rejects = async (code: string) => {
    const mock = await open();
    mock.set(ADD, '500');
    localStorage.setItem('token', 'mine');
    const before = [JSON.stringify(await mock.db.export()), JSON.stringify(mock.scenario())];
    await expect(mock.restore(code)).rejects.toThrow(/nothing was (changed|imported)|is no time between/i);
    expect([JSON.stringify(await mock.db.export()), JSON.stringify(mock.scenario())]).toEqual(before);
    expect(localStorage.getItem('token')).toBe('mine');
    mock.close();
  };

  it.each([
    ['of another product', { ...good, m: 'pets 1' }],
    ['with a table that there is not', { ...good, d: { ghosts: { i: [{}] } } }],
    [
      'with sessions of its own',
      { ...good, d: { sessions: { i: [{ token: 'x', account_id: 'account-1' }] } } },
    ],
    ['with its own settings', { ...good, d: { settings: { d: ['world'] } } }],
    ['with the same row twice', { ...good, d: { kits: { i: [kit, kit] } } }],
    ['that removes a row that is not there', { ...good, d: { kits: { d: ['kit-x'] } } }],
    ['with an account that there is not', { ...good, w: 'nobody@example.com' }],
    ['of another site', { ...good, v: { path: '/evil.example', local: {}, session: {} } }],
    ['of a time that no clock has', { ...good, a: 6_900_000_000_000, t: 6_900_000_000_000 }],
    ['with a request that is none', { ...good, b: { note: '', requests: [{ operation: 1 }] } }],
    ['with something else besides', { ...good, x: 1 }],
    ['with a prototype', `{"__proto__":{"p":"demo"},${JSON.stringify(good).slice(1)}`],
    ['of lists in lists', `{"o":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`],
    ['that unpacks to gigabytes', JSON.stringify({ ...good, note: 'x'.repeat(20_000_000) })],
  ])('%s changes nothing', async (_, value) => {
    await rejects(await codeOf(value));
  });

  it.each(['', '2.', `2.${'A'.repeat(600_000)}`, '{', 'https://x.test/#mock=2.x'])(
    'that is none changes nothing',
    async (code) => {
      const mock = await open();
      await expect(mock.restore(code)).rejects.toThrow(/damaged/);
      mock.close();
    },
  );
});
