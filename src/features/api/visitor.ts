import { writeCookie } from '@/lib/cookie';

const header = 'x-mock-tenant';
const dayInSeconds = 60 * 60 * 24;
/** Used where cookies are blocked; then a visitor lasts as long as the page. */
const inMemory = new Map<string, string>();

const nameOf = (url: string): string =>
  `kitwell-visitor-${encodeURIComponent(new URL(url, location.href).host)}`;

const storedIn = (name: string): string | undefined =>
  document.cookie
    .match(/[^;\s]+/g)
    ?.find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/**
 * The header by which a service recognizes this visitor, if the service has asked for it: `npm run mock` does, with
 * `MOCK_TENANTS=visitor`. Its own cookies would not do: browsers block those of another site. Only builds with
 * `VITE_MOCK_VISITORS=1` contain this: a real API must not be able to mark its visitors.
 *
 * @param url base URL of the service
 */
export function visitorHeaders(url: string): Record<string, string> {
  const name = nameOf(url);
  const visitor = storedIn(name) ?? inMemory.get(name);
  return visitor === undefined ? {} : { [header]: visitor };
}

/** Stores the visitor that a service has named in its response. Of concurrent first calls the first response counts. */
export function storeVisitor(url: string, headers: Headers): void {
  const visitor = headers.get(header) ?? '';
  const name = nameOf(url);
  if (!/^[\w-]{1,64}$/.test(visitor) || header in visitorHeaders(url)) return;
  inMemory.set(name, visitor);
  writeCookie(name, visitor, 30 * dayInSeconds);
}
