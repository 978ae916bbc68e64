import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiOf } from '../support/api';

const mock = startMockServer({ preset: 'empty' });
const call = apiOf(mock);
const OTP = 'POST /auth/send-otp';

/** The sources that may choose the response, highest precedence first, each with its own response to identify it. */
const voices = ['header', 'magic input', 'one-shot', 'panel or URL', 'chaos'] as const;
type Voice = (typeof voices)[number];

const answers: Record<Voice | 'default', string> = {
  header: '400.noMessage',
  'magic input': '500',
  'one-shot': 'wrong-2xx',
  'panel or URL': '400',
  chaos: 'chaos',
  default: 'ok',
};

async function branchWith(speaking: readonly Voice[]): Promise<string> {
  const magic = speaking.includes('magic input');
  if (speaking.includes('one-shot')) mock.set(OTP, 'wrong-2xx', { times: 1 });
  if (speaking.includes('panel or URL')) mock.set(OTP, '400');
  if (speaking.includes('chaos')) mock.chaos({ rate: 1, seed: 3, operations: [OTP] });
  const headers = speaking.includes('header') ? { 'x-mock-scenario': '400.noMessage' } : {};
  const email = magic ? 'new+500@example.com' : 'new@example.com';
  await call('sendOtp', { body: { email, phoneNumber: '+12065550133' } }, { headers }).catch(() => undefined);
  const { branch, decidedBy } = mock.log.list().at(-1) ?? {};
  return decidedBy === 'chaos' ? 'chaos' : `${branch}`;
}

beforeEach(() => mock.reset());

describe('when several ask for an answer', () => {
  it.each(voices.map((voice, position) => [voice, voices.slice(position)] as const))(
    'the %s goes before all that come after it: %j',
    async (voice, speaking) => {
      expect(await branchWith(speaking)).toBe(answers[voice]);
    },
  );

  it('the rules answer by default', async () => {
    expect(await branchWith([])).toBe('ok');
  });
});
