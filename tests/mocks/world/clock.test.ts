import { memoryStorage } from '@kitwell/mock-engine/db/storage';
import { noLatency } from '@kitwell/mock-engine/engine/latency';
import { createMockBackend } from '@kitwell/mock-engine/hosts/mock-backend';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { createTabHub } from '../../../packages/mock-engine/tests/db/tab-hub';
import { apiOf } from '../support/api';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let time = 0;
const now = () => new Date(time);
const mock = startMockServer({ now });
const call = apiOf(mock);

beforeEach(async () => {
  time = Date.parse('2026-03-02T12:00:00Z');
  await mock.reset({ preset: 'demo', start: null });
});

describe('the clock', () => {
  it('moves a kit on', async () => {
    const token = await mock.signIn('patient');
    const { order_id: orderId } = (await call('fetchPatientProfile', undefined, { token })).body;
    const status = async () =>
      (await call('trackKitStatus', { body: { orderId: String(orderId) } }, { token })).body.status;
    expect(await status()).toBe('Kit shipped');
    await mock.clock.advance(3 * DAY);
    expect(await status()).toBe('Kit delivered');
    await mock.clock.advance(10 * DAY);
    expect(await status()).toBe('Results ready');
  });

  it('runs from where it was set, stops, and runs again', async () => {
    await mock.clock.set('2027-01-01T00:00:00Z');
    time += 5000;
    expect(mock.clock.now().toISOString()).toBe('2027-01-01T00:00:05.000Z');
    await mock.clock.stop();
    time += 5000;
    expect(mock.clock.now().toISOString()).toBe('2027-01-01T00:00:05.000Z');
    await mock.clock.advance(1000);
    expect(mock.clock.now().toISOString()).toBe('2027-01-01T00:00:06.000Z');
    await mock.clock.run();
    time += 1000;
    expect(mock.clock.now().toISOString()).toBe('2027-01-01T00:00:07.000Z');
  });

  it('rejects what is no time', async () => {
    for (const wrong of ['tomorrow', Number.NaN, new Date('x'), '9999-01-01']) {
      await expect(mock.clock.set(wrong)).rejects.toThrow(/no time/);
    }
    await expect(mock.clock.advance(Number.POSITIVE_INFINITY)).rejects.toThrow(/no time/);
    expect(mock.clock.now()).toEqual(now());
  });

  it('is the real one again after a reset', async () => {
    await mock.clock.advance(DAY);
    await mock.reset();
    expect(mock.clock.now()).toEqual(now());
  });

  it('is kept with the data: over a reload, and for every tab', async () => {
    const [storage, hub] = [memoryStorage(), createTabHub()];
    const open = () =>
      createMockBackend(kitwell, {
        world: { now, appUrl: 'http://app.test' },
        choice: { preset: 'empty', seed: 1 },
        storage,
        tabs: hub.open(),
        latency: noLatency,
        onDefect: 'throw',
      });
    const [one, two] = [open(), open()];
    await Promise.all([one.db.hydrate(), two.db.hydrate()]);
    await one.control.clock.advance(DAY);
    await two.db.read(() => undefined);
    expect(two.control.clock.now().getTime()).toBe(time + DAY);
    await Promise.all([one.control.clock.advance(DAY), two.control.clock.advance(DAY)]);
    one.db.close();
    const reloaded = open();
    await reloaded.db.hydrate();
    expect(reloaded.control.clock.now().getTime()).toBe(time + 3 * DAY);
  });
});
