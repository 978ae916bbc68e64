// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from 'vitest';
import { petShelter } from '../examples/pets/pets';
import { shop } from '../examples/shop/shop';
import { type PanelParts, startBrowserMock } from '../src/hosts/browser';

const statusOf = async (url: string) => (await fetch(url)).status;

// Without a service worker, as jsdom is, the page answers its calls itself. This file's mocks answer to its end, so it has a
// process of its own.
describe('several mocks of a page', () => {
  const panels: PanelParts[] = [];
  beforeAll(async () => {
    globalThis.fetch = async () => new Response('a file', { status: 203 });
    history.replaceState(
      null,
      '',
      '/?mock.fail=GET /pets:500&mock.fail=GET /products:503&mock.fail=GET /no:500',
    );
    const mountPanel = async (parts: PanelParts) => {
      panels.push(parts);
      return () => undefined;
    };
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
});
