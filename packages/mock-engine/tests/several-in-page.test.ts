// @vitest-environment jsdom
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { petShelter } from '../examples/pets/pets';
import { shop } from '../examples/shop/shop';
import { respond } from '../src/engine';
import { type PanelParts, startBrowserMock } from '../src/hosts/browser';

const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
const signIn = (base: string, init?: RequestInit) =>
  statusOf(`${base}/session`, {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ida@shop.test', password: 'tea' }),
  });

/** Instead of leaving the page, which jsdom can't. */
function stubReload() {
  const reload = vi.fn<() => void>();
  const { location: page } = globalThis;
  const get = (_: object, name: string) => (name === 'reload' ? reload : Reflect.get(page, name));
  vi.stubGlobal('location', new Proxy({}, { get }));
  return reload;
}

// Without a service worker, as jsdom is, the page answers its calls itself. This file's mocks answer to its end, so it has a
// process of its own.
describe('several mocks of a page', () => {
  const panels: PanelParts[] = [];
  const mountPanel = async (parts: PanelParts) => {
    panels.push(parts);
    return () => undefined;
  };
  const controlOf = (name: string) => (panels.find(({ mock }) => mock.name === name) as PanelParts).control;
  beforeAll(async () => {
    globalThis.fetch = async () => new Response('a file', { status: 203 });
    history.replaceState(
      null,
      '',
      '/?mock.fail=GET /pets:500&mock.fail=GET /products:503&mock.fail=GET /no:500',
    );
    await Promise.all([
      startBrowserMock(petShelter, { hosts: { api: '/' }, latency: [0, 0], mountPanel }),
      startBrowserMock(shop, { hosts: { api: '/shop' }, latency: [0, 0], mountPanel }),
    ]);
  });

  it('each follow the parameters of the URL that are theirs', async () => {
    expect(await statusOf('/pets')).toBe(500);
    expect(await statusOf('/shop/products')).toBe(503);
  });

  it('name those that are no one’s, once', async () => {
    const news = () => panels.flatMap(({ notes }) => notes.list().flatMap((note) => note.news ?? []));
    await expect
      .poll(news)
      .toEqual([expect.stringMatching(/^In the address, mock\.fail=GET \/no:500 is ignored: /)]);
  });

  it('answer below their own path, though another mock has the whole origin', async () => {
    expect(await statusOf('/shop/me')).toBe(401);
  });

  it('leave the files of the page to the network', async () => {
    expect(await statusOf('/logo.svg')).toBe(203);
  });

  it('follow no parameters that were for those before, if they are started later', async () => {
    const later = { ...petShelter, name: 'later' };
    await startBrowserMock(later, { hosts: { api: '/later' }, latency: [0, 0] });
    expect(await statusOf('/later/pets')).toBe(200);
  });

  it('keep a session’s cookie with the data: steps take it along, and a reset and a restored capsule remove it', async () => {
    const control = controlOf('shop');
    const me = () => statusOf('/shop/me');
    await signIn('/shop');
    expect(await me()).toBe(200);
    await statusOf('/shop/orders', { method: 'POST', body: '{"product":1}' });
    await control.history.undo();
    expect(await me()).toBe(200);
    await control.history.undo();
    expect(await me()).toBe(401);
    expect(document.cookie).toBe('');
    await control.history.redo();
    expect(await me()).toBe(200);
    const { code } = await control.capsules.make();
    await control.restore(code);
    expect(await me()).toBe(401);
    await signIn('/shop');
    await control.reset();
    expect(await me()).toBe(401);
  });

  it.each([
    ['/omitted', 'omit', 401],
    ['/own', undefined, 200],
    ['https://shop.example', undefined, 401],
    ['https://included.example', 'include', 200],
  ] as const)('take and send cookies as browsers do: %s, %s', async (api, credentials, status) => {
    const init = credentials && { credentials };
    await startBrowserMock({ ...shop, name: api }, { hosts: { api }, latency: [0, 0] });
    await signIn(api, init);
    expect(await statusOf(`${api}/me`, { credentials: 'include' })).toBe(status);
    await signIn(api, { credentials: 'include' });
    expect(await statusOf(`${api}/me`, init)).toBe(status);
  });

  it('sign in by one cookie, whether `mock.as` or an answer has set it', async () => {
    const reload = stubReload();
    const rules = { ...shop.rules, latest: () => respond(null, { cookies: { sid: null } }) };
    await startBrowserMock(
      { ...shop, name: 'signed', rules },
      {
        hosts: { api: '/signed' },
        latency: [0, 0],
        mountPanel,
        storeToken: (token) => Reflect.set(document, 'cookie', `sid=${token}; Path=/`),
      },
    );
    await signIn('/signed');
    await controlOf('signed').as('customer');
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(await statusOf('/signed/me')).toBe(200);
    await signIn('/signed');
    expect(await statusOf('/signed/me')).toBe(200);
    await statusOf('/signed/latest');
    expect(await statusOf('/signed/me')).toBe(401);
  });

  it('at another host, follow the newest of a page’s cookie, an answer’s and that of `mock.as`', async () => {
    const reload = stubReload();
    const api = 'https://signed.example';
    const page = (sid: string) => Reflect.set(document, 'cookie', `sid=${sid}; Path=/`);
    const rules = { ...shop.rules, latest: () => respond(null, { cookies: { sid: null } }) };
    const storeToken = vi.fn<(token: string) => void>(page);
    await startBrowserMock(
      { ...shop, name: 'elsewhere', rules },
      { hosts: { api }, latency: [0, 0], mountPanel, storeToken },
    );
    const me = () => statusOf(`${api}/me`, { credentials: 'include' });
    page('own');
    await signIn(api, { credentials: 'include' });
    expect(await me()).toBe(200);
    storeToken.mockImplementationOnce(() => page('nobody'));
    await controlOf('elsewhere').as('customer');
    expect(await me()).toBe(401);
    await controlOf('elsewhere').as('customer');
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
    expect(await me()).toBe(200);
    await statusOf(`${api}/latest`, { credentials: 'include' });
    expect(await me()).toBe(401);
  });

  it('that are started one after the other follow them, too, though the first one opens another page', async () => {
    const reload = stubReload();
    history.replaceState(null, '', '/?mock.as=customer&mock.fail=GET /pets:503');
    const hosts = (name: string) => ({ hosts: { api: `/${name}` }, latency: [0, 0] as const });
    const one = { ...shop, name: 'one' };
    void startBrowserMock(one, hosts('one'));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    vi.resetModules();
    const nextPage = await import('../src/hosts/browser');
    await nextPage.startBrowserMock(one, hosts('one'));
    await nextPage.startBrowserMock({ ...petShelter, name: 'two' }, { ...hosts('two'), mountPanel });
    expect(controlOf('two').scenario().overrides).toMatchObject([{ operation: 'GET /pets', branch: '503' }]);
    expect(reload).toHaveBeenCalledOnce();
  });
});
