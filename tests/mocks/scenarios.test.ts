import { memoryStorage } from '@kitwell/mock-engine/db/storage';
import { noLatency } from '@kitwell/mock-engine/engine/latency';
import { createMockBackend } from '@kitwell/mock-engine/hosts/mock-backend';
import { startMockServer } from '@tests/support/mock-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { createTabHub } from '../../packages/mock-engine/tests/db/tab-hub';
import { apiOf } from './support/api';

const mock = startMockServer();
const call = apiOf(mock);
const LOGIN = 'POST /auth/login';

afterEach(() => {
  vi.useRealTimers();
  mock.clear();
  mock.log.clear();
});

describe('choosing how a call answers', () => {
  it('names what is valid when an operation, a branch or a number is not', () => {
    expect(() => mock.set('POST /auth/logon', '500')).toThrow(/POST \/auth\/login, /);
    expect(() => mock.set(LOGIN, '418')).toThrow(
      /Branches: ok, 400, 500, wrong-2xx, malformed, ok\.lost, network, timeout/,
    );
    expect(() => mock.set(LOGIN, '500', { times: 0 })).toThrow(/times/);
    expect(() => mock.clear('POST /nowhere')).toThrow(/There is no operation/);
  });

  it('names what is valid when an option of a reset, an account or a column is not, and changes nothing', async () => {
    const before = await mock.db.export();
    const [patient] = mock.db.list('patients') as { patient_id: string }[];
    const patch = (change: object) => mock.db.patch('patients', patient?.patient_id ?? '', change);
    const wrong = (options: unknown) => mock.reset(options as object);
    await expect(wrong({ prest: 'empty' })).rejects.toThrow(
      'There is no option "prest". Options: preset, seed, patients, start.',
    );
    await expect(wrong({ patients: '5' })).rejects.toThrow('patients: Invalid input: expected number');
    await expect(wrong('empty')).rejects.toThrow('expected object, received string');
    await expect(mock.as('admin' as 'patient')).rejects.toThrow(
      'There is no demo account "admin". Accounts: provider, patient.',
    );
    await expect(patch({ authorised: 1 })).rejects.toThrow(
      /^patients has no column "authorised"\. Columns: patient_id, .*, authorized, /,
    );
    await expect(patch({ authorized: 7 })).rejects.toThrow(
      'patients.authorized: Invalid option: expected one of 0|1',
    );
    await expect(patch({ patient_age: 'old' })).rejects.toThrow(
      'patients.patient_age: Invalid input: expected number',
    );
    const kit = { id: 'kit-new', name: 'New', price: 1, description: '' };
    await expect(mock.db.insert('kits', { ...kit, colour: 'red' })).rejects.toThrow(
      'kits has no column "colour". Columns: id, name, price, description.',
    );
    expect(await mock.db.export()).toEqual(before);
  });
});

describe('a call from before a reset', () => {
  const ASK = 'POST /auth/send-otp';
  const to = 'before@example.com';
  const request = { body: { email: to, phoneNumber: '+12065550133' } };

  /** The call has chosen its answer, and waits until the latency is over. */
  async function waitingCall() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const end = call('sendOtp', request).then(
      ({ status }) => status,
      () => 'no answer',
    );
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    return { end };
  }

  it.each(['ok', '500', 'ok.lost'])(
    'that answers with %s is broken off, and leaves no trace',
    async (branch) => {
      mock.set(ASK, branch, { delay: 60_000 });
      const served = mock.coverage();
      const { end } = await waitingCall();
      await mock.reset();
      const fresh = await mock.db.export();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await end).toBe('no answer');
      expect(mock.mail.list(to)).toEqual([]);
      expect(mock.log.list()).toEqual([]);
      expect(mock.coverage()).toEqual(served);
      expect(await mock.db.export()).toEqual(fresh);
    },
  );
});

it('a call that finds what another tab has reset is answered from that', async () => {
  const [storage, hub] = [memoryStorage(), createTabHub({ losesMessages: true })];
  const open = () =>
    createMockBackend(kitwell, {
      world: { now: () => new Date(), appUrl: 'http://app.test' },
      choice: { preset: 'demo', seed: 1 },
      storage,
      tabs: hub.open(),
      latency: noLatency,
      onDefect: 'throw',
    });
  const [here, there] = [open(), open()];
  await here.db.hydrate();
  await there.control.reset({ preset: 'large', patients: 50 });
  const answer = here.engine.answer('fetchClinics', new Request('http://api.test/x'), {});
  expect(await answer).toMatchObject({ kind: 'answer', status: 200 });
  expect(here.control.choice()).toMatchObject({ preset: 'large' });
});
