import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shop, signatureOf } from '../examples/shop/shop';
import { startHttpHost } from '../src/hosts/http/http-host';
import { createMockServer } from '../src/hosts/vitest';

const API = 'http://shop.test';
const server = createMockServer(shop, { hosts: { api: API } });

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${API}${path}`, { headers });
const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const signedIn = async () => ({ 'x-api-key': await server.signIn('customer') });

async function anOrder(headers: Record<string, string>, product = 1) {
  const { method, body } = json({ product });
  return fetch(`${API}/orders`, {
    method,
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  });
}

describe('in Vitest', () => {
  beforeAll(() => server.listen());
  beforeEach(() => server.reset());
  afterAll(() => server.close());

  describe('callers', () => {
    it('sign in by a cookie, which the server sets and reads', async () => {
      const answer = await fetch(`${API}/session`, json({ email: 'ida@shop.test', password: 'tea' }));
      expect(answer.status).toBe(204);
      const [cookie = ''] = answer.headers.getSetCookie();
      expect(cookie).toMatch(/^sid=.+; Path=\/; HttpOnly$/);
      const me = await get('/me', { cookie: cookie.split(';')[0] ?? '' });
      expect(await me.json()).toEqual({ id: 7, email: 'ida@shop.test' });
    });

    it('sign in by an API key, and are named by a number in the log', async () => {
      expect((await get('/me', await signedIn())).status).toBe(200);
      expect(server.log.find({ operation: 'GET /me', where: { caller: '7' } })).toHaveLength(1);
    });
  });

  describe('errors', () => {
    it('have the status, type and body of the API', async () => {
      const answer = await get('/products?most=-1&inStock=maybe');
      expect(answer.status).toBe(422);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(await answer.json()).toEqual({
        type: 'about:blank',
        title: 'invalid',
        status: 422,
        detail: 'most: Too small: expected number to be >0',
        errors: [
          { pointer: 'query/most', detail: 'Too small: expected number to be >0' },
          { pointer: 'query/inStock', detail: 'Invalid input: expected boolean, received string' },
        ],
      });
    });

    it.each([
      ['no account', () => get('/me'), { title: 'signed-out', status: 401 }],
      [
        'a rule',
        () => fetch(`${API}/session`, json({ email: 'x', password: 'y' })),
        { title: 'rejected', status: 401 },
      ],
      ['no such call', () => get('/prices'), { title: 'unknown', status: 501 }],
      [
        'no such method',
        () => fetch(`${API}/products`, { method: 'DELETE' }),
        { title: 'unknown', status: 405 },
      ],
    ])('are the same for %s', async (_, call, body) => {
      expect(await (await call()).json()).toMatchObject(body);
    });

    it('are the same for a chosen branch', async () => {
      server.set('GET /products', '500', { times: 1 });
      expect(await (await get('/products')).json()).toMatchObject({ title: 'rejected', status: 500 });
    });

    it('may be any body of a rule', async () => {
      const headers = await signedIn();
      await anOrder(headers);
      const answer = await get('/orders/1/invoice', headers);
      expect([answer.status, await answer.text()]).toEqual([410, 'gone']);
    });
  });

  describe('requests', () => {
    it('have repeated names, numbers and booleans in their query', async () => {
      const names = async (query: string) =>
        ((await (await get(`/products?${query}`)).json()) as { name: string }[]).map(({ name }) => name);
      expect(await names('tag=kitchen&tag=steel')).toEqual(['Kettle']);
      expect(await names('tag=steel&inStock=true')).toEqual(['Kettle', 'Lamp']);
      expect(await names('most=2')).toEqual(['Kettle', 'Teapot']);
    });

    it('may be a form', async () => {
      const form = new URLSearchParams({ product: '2' });
      const answer = await fetch(`${API}/orders`, { method: 'POST', body: form, headers: await signedIn() });
      expect(await answer.json()).toMatchObject({ product: 2 });
    });

    it('may have files, which come back as they were sent', async () => {
      const headers = await signedIn();
      await anOrder(headers);
      const form = new FormData();
      form.append('note', 'May');
      form.append('file', new File(['€ 30'], 'invoice.txt', { type: 'text/plain' }));
      const sent = await fetch(`${API}/orders/1/invoice`, { method: 'PUT', body: form, headers });
      expect(await sent.json()).toMatchObject({ invoice: 'May: € 30' });
      const file = await get('/orders/1/invoice', headers);
      expect([file.headers.get('content-type'), await file.text()]).toEqual(['application/pdf', 'May: € 30']);
    });

    it('are read by their bytes where a signature is checked', async () => {
      await anOrder(await signedIn());
      const { method, body } = json({ order: 1 });
      const pay = (signature: string) =>
        fetch(`${API}/webhooks/paid`, { method, body, headers: { 'x-signature': signature } });
      expect((await pay('forged')).status).toBe(403);
      expect((await pay(signatureOf(new TextEncoder().encode(body)))).status).toBe(200);
      expect(server.db.list('orders')).toMatchObject([{ status: 'paid' }]);
    });
  });

  describe('responses', () => {
    it('have several good statuses, with headers', async () => {
      const headers = await signedIn();
      expect((await anOrder(headers)).status).toBe(201);
      const delayed = await anOrder(headers, 3);
      expect([delayed.status, delayed.headers.get('x-delayed')]).toEqual([202, 'yes']);
      expect(server.coverage()).toContainEqual({ operation: 'POST /orders', branch: 'ok.202', served: 1 });
    });

    it('redirect', async () => {
      const answer = await fetch(`${API}/latest`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/products?most=1']);
    });

    it('stream events', async () => {
      const answer = await get('/orders/1/progress');
      expect(answer.headers.get('content-type')).toBe('text/event-stream');
      expect(await answer.text()).toBe('data: {"packed":true}\n\ndata: {"sent":true}\n\n');
    });

    it('have only the fields of the contract', async () => {
      expect(Object.keys((await (await get('/me', await signedIn())).json()) as object)).toEqual([
        'id',
        'email',
      ]);
    });
  });
});

it('the same over HTTP, below a path: cookies, forms, events', async () => {
  const host = await startHttpHost(shop, { port: 0, base: '/v2' });
  try {
    const signIn = await fetch(`${host.api}/session`, json({ email: 'ida@shop.test', password: 'tea' }));
    const headers = { cookie: signIn.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    const form = new URLSearchParams({ product: '2' });
    const ordered = await fetch(`${host.api}/orders`, { method: 'POST', body: form, headers });
    expect(await ordered.json()).toMatchObject({ product: 2 });
    const events = await fetch(`${host.api}/orders/1/progress`);
    expect(await events.text()).toBe('data: {"packed":true}\n\ndata: {"sent":true}\n\n');
  } finally {
    await host.close();
  }
});
