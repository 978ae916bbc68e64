import { cookiesIn } from '../engine/read-request';
import { attempt } from './page-state';

interface Cookie {
  readonly pair: string;
  /** It begins with a dot if subdomains get it, too. */
  readonly domain: string;
  readonly path: string;
  /** In milliseconds; null for never. */
  readonly expires: number | null;
}

/** A value of `Set-Cookie` in the answer of this URL. */
function cookieIn(text: string, { hostname, pathname }: URL): Cookie {
  const [pair = '', ...rest] = text.split(/;\s*/);
  const attributes = Object.fromEntries(
    rest.map((part) => {
      const [name = '', value = ''] = part.split(/=(.*)/);
      return [name.toLowerCase(), value];
    }),
  );
  const { domain, path = '', expires = '', 'max-age': maxAge } = attributes;
  const end = /^-?\d+$/.test(maxAge ?? '') ? Date.now() + 1000 * Number(maxAge) : Date.parse(expires);
  return {
    pair,
    domain: domain ? `.${domain.replace(/^\./, '').toLowerCase()}` : hostname,
    path: path.startsWith('/') ? path : pathname.replace(/\/[^/]*$/, '') || '/',
    expires: Number.isNaN(end) ? null : end,
  };
}

const nameOf = ({ pair }: Cookie) => pair.split('=', 1)[0];

const isOfDomain = ({ domain }: Cookie, { hostname }: URL) =>
  domain === hostname || (domain.startsWith('.') && `.${hostname}`.endsWith(domain));

const isSent = (cookie: Cookie, url: URL) => {
  const { path } = cookie;
  const { pathname } = url;
  const isBelow = path === pathname || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  return isBelow && isOfDomain(cookie, url);
};

/** The cookies that rules set in a page, which no browser takes from a service worker's or a script's answer. */
export function createCookieJar(key: string) {
  let cookies: readonly Cookie[] = [];
  function current(): readonly Cookie[] {
    // Another tab may have set some.
    const stored = attempt(() => localStorage.getItem(key));
    if (stored) {
      const read = attempt((): unknown => JSON.parse(stored));
      cookies = Array.isArray(read) ? read : [];
    }
    return cookies.filter(({ expires }) => expires === null || expires > Date.now());
  }
  return {
    /** Those of a request to this URL. */
    sentTo(url: string): Record<string, string> {
      const sent = current().filter((cookie) => isSent(cookie, new URL(url)));
      return cookiesIn(sent.map(({ pair }) => pair).join('; '));
    },
    /** Stores those of an answer. */
    store(url: string, texts: readonly string[]): void {
      for (const text of texts) {
        const cookie = cookieIn(text, new URL(url));
        // Of a foreign domain.
        if (!isOfDomain(cookie, new URL(url))) continue;
        const isOther = (other: Cookie) =>
          other.domain !== cookie.domain || other.path !== cookie.path || nameOf(other) !== nameOf(cookie);
        cookies = [...current().filter(isOther), cookie];
        attempt(() => localStorage.setItem(key, JSON.stringify(cookies)));
      }
    },
  };
}
