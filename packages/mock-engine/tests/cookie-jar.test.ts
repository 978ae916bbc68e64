import { beforeEach, expect, it, vi } from 'vitest';
import { createCookieJar } from '../src/hosts/cookie-jar';

const open = (epoch = 1) => createCookieJar('jar', () => epoch);

beforeEach(() => localStorage.clear());

const LOGIN = 'https://api.shop.example/v1/login';
it.each([
  ['the same path', 'sid=a', 'https://api.shop.example/v1/carts', { sid: 'a' }],
  ['another path', 'sid=a', 'https://api.shop.example/v2', {}],
  ['any path of its own', 'sid=a; Path=/; HttpOnly', 'https://api.shop.example/v2', { sid: 'a' }],
  ['a path that only begins alike', 'sid=a; Path=/v', 'https://api.shop.example/v2', {}],
  ['another host', 'sid=a; Path=/', 'https://shop.example/', {}],
  ['a host of its domain', 'sid=a; Domain=shop.example; Path=/', 'https://www.shop.example/', { sid: 'a' }],
  ['a host that only ends alike', 'sid=a; Domain=shop.example; Path=/', 'https://myshop.example/', {}],
  ['before it expires', 'sid=a==; Path=/; Max-Age=60', LOGIN, { sid: 'a==' }],
  ['a host of a foreign domain', 'sid=a; Domain=other.example; Path=/', 'https://other.example/', {}],
  [
    'after it has expired, if its age is no number',
    'sid=a; Path=/; Max-Age=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    LOGIN,
    {},
  ],
  ['after it has expired', 'sid=a; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', LOGIN, {}],
])('a cookie is sent to %s, or not', (_, text, url, sent) => {
  open().store(LOGIN, [text]);
  // As after a reload.
  expect(open().sentTo(url)).toEqual(sent);
});

it('what is stored is ignored if it is no list', () => {
  localStorage.setItem('jar', '{}');
  expect(open().sentTo(LOGIN)).toEqual({});
});

it('a cookie is replaced by one of its name, and removed', () => {
  const jar = open();
  jar.store(LOGIN, ['sid=a; Path=/', 'theme=dark; Path=/', 'sid=b; Path=/']);
  expect(jar.sentTo(LOGIN)).toEqual({ sid: 'b', theme: 'dark' });
  jar.store(LOGIN, ['sid=; Path=/; Max-Age=0']);
  expect(jar.sentTo(LOGIN)).toEqual({ theme: 'dark' });
});

it('of a name, the cookies that a call sends are removed, whatever path they were set with', () => {
  const jar = open();
  jar.store(LOGIN, [
    'sid=a',
    'sid=b; Path=/',
    'sid=c; Domain=shop.example; Path=/',
    'sid=d; Path=/v2',
    'a=1',
  ]);
  jar.remove(LOGIN, 'sid');
  expect(jar.sentTo(LOGIN)).toEqual({ a: '1' });
  expect(jar.sentTo('https://api.shop.example/v2')).toEqual({ sid: 'd' });
});

it('cookies of data that was replaced since are gone', () => {
  open(1).store(LOGIN, ['sid=a; Path=/']);
  expect(open(2).sentTo(LOGIN)).toEqual({});
});

it('scripts of the page see the cookies of its own host, without HttpOnly, as long as there are any', () => {
  const jar = open();
  const own = 'http://localhost/login';
  const foreign = 'https://api.shop.example/login';
  jar.store(own, ['seen=1; Path=/', 'hidden=1; Path=/; HttpOnly']);
  jar.store(own, ['seen=1; Path=/']);
  jar.store(foreign, ['other=1; Path=/']);
  const before = jar.all();
  // Other tests may have left cookies of their own.
  const visible = () => ['seen', 'hidden', 'other'].filter((name) => document.cookie.includes(`${name}=1`));
  expect(visible()).toEqual(['seen']);
  jar.replace([]);
  expect(visible()).toEqual([]);
  jar.replace(before);
  expect(visible()).toEqual(['seen']);
  jar.remove(own, 'seen');
  expect(visible()).toEqual([]);
});

const OWN = 'http://localhost/login';
const page = () => document.cookie.split('; ').filter((pair) => /^(sid|own)=/.test(pair));
const write = (text: string) => Reflect.set(document, 'cookie', text);

it('with its attributes, a cookie is removed from the page as it was written', () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  const jar = open();
  jar.store(OWN, ['sid=a; Path=/; Domain=localhost; Secure']);
  jar.replace([]);
  expect(written).toHaveBeenLastCalledWith('sid=a; Path=/; Domain=localhost; Secure; Path=/; Max-Age=0');
  written.mockRestore();
});

it.each([
  ['of data that was replaced since', 'sid=a; Path=/', 2],
  ['that has expired', 'sid=a; Path=/; Max-Age=0', 1],
])('what the page has set stays, though the jar still has one of its name %s', (_, text, epoch) => {
  open().store(OWN, [text]);
  write('sid=page; Path=/');
  open(epoch).store(OWN, ['other=1; Path=/']);
  expect(page()).toEqual(['sid=page']);
  open(epoch).remove(OWN, 'sid');
  expect(page()).toEqual([]);
});

it('an answer of another host leaves the page’s own cookie of that name, and replaces it for itself', () => {
  const jar = open();
  write('own=page; Path=/');
  jar.store(LOGIN, ['own=a; Path=/']);
  expect(page()).toEqual(['own=page']);
  jar.remove(LOGIN, 'own');
  expect(page()).toEqual(['own=page']);
  jar.remove(OWN, 'own');
  expect(page()).toEqual([]);
});
