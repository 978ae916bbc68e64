import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { addToPage } from '../src/hosts/page-answers';

// Without a service worker, as jsdom is, the page answers its calls itself.
const added: ReturnType<typeof addToPage>[] = [];
afterEach(() => {
  for (const { remove } of added.splice(0)) remove();
});

const answered = vi.fn(() => HttpResponse.json('well'));
function add(name: string, startsWorker = false) {
  const url = `http://${name}.test`;
  const handlers = [{ url, handler: http.get(url, answered) }];
  const mock = { name, hosts: { api: url }, handlers, policy: [], startsWorker };
  const inPage = addToPage(mock);
  added.push(inPage);
  return inPage;
}

it('of a mock that is started again, nothing answers once it has ended', async () => {
  const { fetch: ownFetch } = globalThis;
  const first = add('pets');
  await first.answer();
  first.remove();
  const again = add('pets');
  await again.answer();
  await fetch('http://pets.test');
  expect(answered).toHaveBeenCalledOnce();
  again.remove();
  await vi.waitFor(() => expect(globalThis.fetch).toBe(ownFetch));
});

it.each([true, false])('a worker of the project (%s) and that of the mocks would end each other', (one) => {
  add('pets', one);
  expect(() => add('shop', !one)).toThrow(
    'The mocks "pets" and "shop" need the same worker: give "startWorker" to both or to neither.',
  );
});
