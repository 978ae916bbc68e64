import type { MockControl } from '@kitwell/mock-engine/control';
import { memoryStorage } from '@kitwell/mock-engine/db/storage';
import type { Engine } from '@kitwell/mock-engine/engine/engine';
import { demoLatency } from '@kitwell/mock-engine/engine/latency';
import { createMockBackend } from '@kitwell/mock-engine/hosts/mock-backend';
import { afterAll, describe, expect, it } from 'vitest';
import { declarationOf, type OperationName } from '@/contract/contract';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { createMockServer } from '@/mocks/node';

/** The same value in every host: preset, seed and start. */
const choice = { preset: 'demo', seed: 7, start: '2026-03-02T09:00:00.000Z' } as const;

/** Simulates the browser: snapshots in storage, latency, a page under a subpath of some origin, a wrong clock. */
function browserLike() {
  const mocks = createMockBackend(kitwell, {
    world: { now: () => new Date('2033-05-05T05:05:05Z'), appUrl: 'https://demo.example.com/kitwell' },
    choice,
    storage: memoryStorage(),
    latency: demoLatency,
    onDefect: 'answer',
  });
  return { ...mocks, control: { ...mocks.control, ready: mocks.db.hydrate() } };
}

type Host = { control: MockControl; engine: Engine };

/** Calls that create ids, tokens, codes and mails, and advance the clock. */
async function use({ control, engine }: Host): Promise<string> {
  await control.ready;
  control.latency(0, 0);
  const ask = async (name: OperationName, body: unknown, token?: string) => {
    const request = new Request(`http://api.test${declarationOf(name).operation.split(' ')[1]}`, {
      method: 'POST',
      body: JSON.stringify(body),
      ...(token ? { headers: { authorization: token } } : {}),
    });
    return engine.answer(name, request, {});
  };
  await ask('sendOtp', { email: 'new@example.com', phoneNumber: '+12065550133' });
  await control.clock.advance(3_600_000);
  await ask('forgotPassword', { email: 'provider@kitwell.test' });
  const login = await ask('login', { email: 'provider@kitwell.test', password: 'Provider1!' });
  const { token } = (login as { body: { token: string } }).body;
  const order = { patientId: 'P-1003', frequency: '1 Month', kitType: 'kit-standard-5' };
  await ask('requestAddressConfirmation', order, token);
  await ask('createCheckoutSession', {}, token);
  return JSON.stringify(await control.db.export());
}

const server = createMockServer(choice);
const page = browserLike();
afterAll(() => {
  server.close();
  page.db.close();
});

describe('one value', () => {
  it('gives the same data, ids, codes, links and times in the browser and under Node, byte for byte', async () => {
    const [inPage, inNode] = [await use(page), await use({ control: server, engine: server.engine })];
    expect(inPage.length).toBeGreaterThan(5000);
    expect(inPage).toContain('2026-03-02T10:00:00.000Z');
    expect(inPage === inNode).toBe(true);
    expect(page.control.share().split('?')[1]).toBe(server.share().split('?')[1]);
  });

  it('leads mails to where the product lives, and exports no address of it', async () => {
    const [mail] = page.control.mail.list();
    expect(mail?.link).toMatch(/^https:\/\/demo\.example\.com\/kitwell\/confirm-address\//);
    expect(JSON.stringify(await page.control.db.export())).not.toContain('demo.example.com');
  });
});
