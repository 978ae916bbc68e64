import { isSame } from '../db/row-changes';
import { cookieRemovals, cookiesIn } from '../engine/read-request';
import { attempt } from './page-state';

export interface Cookie {
  /** As the answer has it. */
  readonly text: string;
  /** It begins with a dot if subdomains get it, too. */
  readonly domain: string;
  readonly path: string;
  /** In milliseconds; null for never. */
  readonly expires: number | null;
  /** Of the data that it belongs to: with other data, its session would be gone. */
  readonly epoch: number;
}

/** A value of `Set-Cookie` in the answer of this URL. */
function cookieIn(text: string, { hostname, pathname }: URL, epoch: number): Cookie {
  const attributes = Object.fromEntries(
    text.split(/;\s*/).map((part) => {
      const [name = '', value = ''] = part.split(/=(.*)/);
      return [name.toLowerCase(), value];
    }),
  );
  const { domain, path = '', expires = '', 'max-age': maxAge } = attributes;
  const end = /^-?\d+$/.test(maxAge ?? '') ? Date.now() + 1000 * Number(maxAge) : Date.parse(expires);
  return {
    text,
    domain: domain ? `.${domain.replace(/^\./, '').toLowerCase()}` : hostname,
    path: path.startsWith('/') ? path : pathname.replace(/\/[^/]*$/, '') || '/',
    expires: Number.isNaN(end) ? null : end,
    epoch,
  };
}

const pairOf = ({ text }: Cookie) => text.split(/;\s*/, 1)[0] ?? '';
const nameOf = (cookie: Cookie) => pairOf(cookie).split('=', 1)[0] ?? '';

const isOfDomain = ({ domain }: Cookie, { hostname }: Pick<URL, 'hostname'>) =>
  domain === hostname || (domain.startsWith('.') && `.${hostname}`.endsWith(domain));

const isSent = (cookie: Cookie, url: Pick<URL, 'hostname' | 'pathname'>) => {
  const { path } = cookie;
  const { pathname } = url;
  const isBelow = path === pathname || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  return isBelow && isOfDomain(cookie, url);
};

/** The browser leaves out those with `HttpOnly`, as the server's. */
const writeToPage = (text: string) => attempt(() => Reflect.set(document, 'cookie', text));

const pairsOfPage = () => attempt(() => document.cookie.split('; ')) ?? [];

/** Scripts of the page have replaced or removed it, or never saw it. */
const isGoneFromPage = (cookie: Cookie) =>
  isSent(cookie, location) && !pairsOfPage().includes(pairOf(cookie));

/** Those that the page's scripts have set: an answer of the page's host replaces them, as in a browser. */
function removeFromPage(name: string): void {
  for (const text of cookieRemovals(name, location.href)) writeToPage(text);
}

/**
 * The cookies that rules set in a page, which no browser takes from a service worker's or a script's answer. Scripts of the
 * page see those of its own host, without `HttpOnly`.
 *
 * @param epoch of the data: cookies of other data are gone
 */
export function createCookieJar(key: string, epoch: () => number) {
  let cookies: readonly Cookie[] = [];
  function stored(): readonly Cookie[] {
    // Another tab may have set some.
    const text = attempt(() => localStorage.getItem(key));
    if (text) {
      const read = attempt((): unknown => JSON.parse(text));
      cookies = Array.isArray(read) ? read : [];
    }
    return cookies;
  }
  const isCurrent = (cookie: Cookie) =>
    cookie.epoch === epoch() && (cookie.expires === null || cookie.expires > Date.now());
  const all = () => stored().filter(isCurrent);

  function replace(next: readonly Cookie[]): void {
    const before = stored();
    const without = (these: readonly Cookie[], others: readonly Cookie[]) =>
      these.filter(
        (cookie) => isOfDomain(cookie, location) && !others.some((other) => isSame(other, cookie)),
      );
    for (const cookie of without(before, next))
      if (!isGoneFromPage(cookie)) writeToPage(`${cookie.text}; Path=${cookie.path}; Max-Age=0`);
    for (const cookie of without(next, before)) writeToPage(`${cookie.text}; Path=${cookie.path}`);
    cookies = next;
    attempt(() => localStorage.setItem(key, JSON.stringify(cookies)));
  }

  return {
    all,
    replace,
    /** Those of a request to this URL. */
    sentTo(url: string): Record<string, string> {
      const sent = all().filter((cookie) => isSent(cookie, new URL(url)));
      return cookiesIn(sent.map(pairOf).join('; '));
    },
    /** Removes those whose name the page's scripts have given another value, as when `mock.as` signs in. */
    yieldToPage(): void {
      const pairs = pairsOfPage();
      const isOfPage = (name: string) => pairs.some((pair) => pair.startsWith(`${name}=`));
      replace(all().filter((cookie) => pairs.includes(pairOf(cookie)) || !isOfPage(nameOf(cookie))));
    },
    /** Stores those of an answer. */
    store(url: string, texts: readonly string[]): void {
      for (const text of texts) {
        const cookie = cookieIn(text, new URL(url), epoch());
        // Of a foreign domain.
        if (!isOfDomain(cookie, new URL(url))) continue;
        const isOther = (other: Cookie) =>
          other.domain !== cookie.domain || other.path !== cookie.path || nameOf(other) !== nameOf(cookie);
        const others = all().filter(isOther);
        if (isOfDomain(cookie, location)) removeFromPage(nameOf(cookie));
        replace(others);
        replace([...others, cookie]);
      }
    },
    /** Removes those of this name that a request to this URL has. */
    remove(url: string, name: string): void {
      const { hostname } = new URL(url);
      const remaining = all().filter((cookie) => nameOf(cookie) !== name || !isSent(cookie, new URL(url)));
      // Of the page's own, MSW sends to another host those that the jar has none of.
      if (hostname === location.hostname || remaining.length === all().length) removeFromPage(name);
      replace(remaining);
    },
  };
}

export type CookieJar = ReturnType<typeof createCookieJar>;
