import { writeCookie } from '@/lib/cookie';

const visitorHeader = 'x-mock-tenant';
const dayInSeconds = 60 * 60 * 24;
/** Used where cookies are blocked; then a visitor lasts as long as the page. */
const visitorsInMemory = new Map<string, string>();

const visitorCookie = (url: string): string =>
  `kitwell-visitor-${encodeURIComponent(new URL(url, location.href).host)}`;

const storedIn = (name: string): string | undefined =>
  document.cookie
    .match(/[^;\s]+/g)
    ?.find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The name of this visitor at a service; undefined if the service has named none. */
export function visitorOf(url: string): string | undefined {
  const name = visitorCookie(url);
  return storedIn(name) ?? visitorsInMemory.get(name);
}

/**
 * The header by which a service recognizes this visitor, if the service has asked for it: `npm run mock` does, with
 * `MOCK_TENANTS=visitor`. Its own cookies would not do: browsers block those of another site. Only builds with
 * `VITE_MOCK_VISITORS=1` contain this: a real API must not be able to mark its visitors.
 *
 * @param url base URL of the service
 */
export function visitorHeaders(url: string): Record<string, string> {
  const visitor = visitorOf(url);
  return visitor === undefined ? {} : { [visitorHeader]: visitor };
}

/** Stores the visitor that a service has named in its response. Of concurrent first calls the first response counts. */
export function storeVisitor(url: string, headers: Headers): void {
  const visitor = headers.get(visitorHeader) ?? '';
  const name = visitorCookie(url);
  if (!/^[\w-]{1,64}$/.test(visitor) || visitorOf(url) !== undefined) return;
  visitorsInMemory.set(name, visitor);
  writeCookie(name, visitor, 30 * dayInSeconds);
}
