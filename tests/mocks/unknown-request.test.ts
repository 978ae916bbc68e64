import { startMockServer } from '@tests/support/mock-server';
import { expect, it } from 'vitest';

const server = startMockServer({ patients: 1 });

it('a call that the product does not make is rejected, and is logged by the mock’s clock', async () => {
  await server.clock.set('2031-05-06T07:08:09Z');
  await server.clock.stop();
  const answer = await fetch(`${server.apiUrl}/clinic/no-such-call`, { method: 'DELETE' });
  expect(answer.status).toBe(501);
  expect(server.log.list().at(-1)).toMatchObject({
    at: expect.stringContaining('2031-05-06T07:08:09'),
    operation: `DELETE ${server.apiUrl}/clinic/no-such-call`,
    branch: 'unknown',
    status: null,
  });
});
