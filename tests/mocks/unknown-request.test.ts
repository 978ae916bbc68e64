import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMockServer } from '@/mocks/node';

const server = createMockServer({ patients: 1 });
beforeAll(() => server.listen());
afterAll(() => server.close());

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
