import { expect, it } from 'vitest';
import { createMockServer } from '@/mocks/node';

it.each([
  ['http://api.test/', 'http://api.test'],
  ['http://api.test:8080/', 'http://api.test:8080'],
  ['http://[fe80::1]/v1', 'http://[fe80::1]/v1'],
  ['http://api.test/v1/', 'http://api.test/v1'],
  ['/api/', '/api'],
])('calls match whether or not the API URL has a path or a trailing slash: %s', async (apiUrl, called) => {
  const server = createMockServer({ apiUrl, chatUrl: 'http://chat.test/' });
  await server.listen();
  try {
    const token = await server.signIn('provider');
    const call = (method: string, url: string, body?: object) =>
      fetch(new URL(url, location.href), {
        method,
        headers: { authorization: token },
        ...(body && { body: JSON.stringify(body) }),
      });
    expect((await call('GET', `${called}/clinic/fetch-clinics`)).status).toBe(200);
    const answer = await call('PUT', `${called}/patient/update-patient/1`, {});
    expect([answer.status, server.log.list().at(-1)?.operation]).toEqual([
      400,
      'PUT /patient/update-patient/{id}',
    ]);
    expect((await call('POST', 'http://chat.test/api/chat', { message: 'Hello' })).status).toBe(200);
    expect((await call('GET', `${called}/no-such-call`)).status).toBe(501);
    expect(server.apiUrl).toBe(new URL(called, location.href).href.replace(/\/$/, ''));
  } finally {
    server.close();
  }
});
