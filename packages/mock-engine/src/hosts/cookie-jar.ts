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
  const end = maxAge === undefined ? Date.parse(expires) : Date.now() + 1000 * Number(maxAge);
  return {
    pair,
    domain: domain ? `.${domain.replace(/^\./, '').toLowerCase()}` : hostname,
    path: path.startsWith('/') ? path : pathname.replace(/\/[^/]*$/, '') || '/',
    expires: Number.isNaN(end) ? null : end,
  };
}

const nameOf = ({ pair }: Cookie) => pair.split('=', 1)[0];

const isSent = ({ domain, path }: Cookie, { hostname, pathname }: URL) =>
  (domain === hostname || (domain.startsWith('.') && `.${hostname}`.endsWith(domain))) &&
  (path === pathname || pathname.startsWith(path.endsWith('/') ? path : `${path}/`));

/** The cookies that rules set in a page, which no browser takes from a service worker's or a script's answer. */
export function createCookieJar(key: string) {
  let cookies: readonly Cookie[] = [];
  function current(): readonly Cookie[] {
    // Another tab may have set some.
    const stored = attempt(() => localStorage.getItem(key));
    if (stored) cookies = attempt(() => JSON.parse(stored) as Cookie[]) ?? [];
    return cookies.filter(({ expires }) => expires === null || expires > Date.now());
  }
  return {
    /** Those of a request to this URL. */
    sentTo(url: string): Record<string, string> {
      const sent = current().filter((cookie) => isSent(cookie, new URL(url)));
      return cookiesIn(sent.map(({ pair }) => pair).join('; '));
    },
    /** Keeps those of an answer. */
    keep(url: string, texts: readonly string[]): void {
      for (const text of texts) {
        const cookie = cookieIn(text, new URL(url));
        const isOther = (other: Cookie) =>
          other.domain !== cookie.domain || other.path !== cookie.path || nameOf(other) !== nameOf(cookie);
        cookies = [...current().filter(isOther), cookie];
        attempt(() => localStorage.setItem(key, JSON.stringify(cookies)));
      }
    },
  };
}
