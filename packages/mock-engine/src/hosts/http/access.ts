import type { IncomingMessage } from 'node:http';

/** Who may call a server. Without it, any website that a developer visits could read, reset and control the mock. */
export interface AccessOptions {
  /** Where the server listens. */
  readonly host: string;
  /** URLs of the app and of others whose pages may call, and under whose names the server may be reached. */
  readonly origins: readonly string[];
  /** Paths of pages to which links of any site may lead, as the app's do: they do nothing by themselves. */
  readonly linked?: readonly string[];
}

const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;
/** Addresses on which a server listens for every address of its machine. */
const everyAddress = ['0.0.0.0', '::'];

/** A host as it is written in a URL. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const parse = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);

function rulesOf({ host, origins }: AccessOptions) {
  const allowed = origins.flatMap((origin) => parse(origin) ?? []);
  // In small letters, and an IPv6 address in its short form.
  const listening = parse(`http://${urlHost(host)}`)?.hostname;
  return {
    isHost: (name: string) =>
      loopback.test(name) ||
      name === listening ||
      (everyAddress.includes(host) && address.test(name)) ||
      allowed.some(({ hostname }) => hostname === name),
    isOrigin: ({ origin, hostname }: URL, name: string | undefined) =>
      loopback.test(hostname) || hostname === name || allowed.some((each) => each.origin === origin),
  };
}

const hostOf = ({ headers }: IncomingMessage) =>
  headers.host === undefined ? undefined : parse(`http://${headers.host}`)?.hostname;

/** Returns whether a page of the mock may lead to this address: the app's, or another whose pages may call. */
export function createReturns(
  options: AccessOptions,
): (address: string, message: IncomingMessage) => boolean {
  const { isOrigin } = rulesOf(options);
  return (text, message) => {
    const page = parse(text);
    return page !== null && /^https?:$/.test(page.protocol) && isOrigin(page, hostOf(message));
  };
}

/**
 * Returns a function that says why a request is rejected; null if it is answered.
 *
 * - `Host` is loopback, the address that the server listens on, or the host of an allowed origin: a website whose name
 *   has been pointed at this machine (DNS rebinding) sends its own. A command-line client may send none.
 * - `Origin` is absent, loopback, allowed, or another port of `Host`.
 * - A browser's request without an origin, such as for an image, comes from no other site, unless it is a link to a page
 *   of `linked`.
 */
export function createAccess(options: AccessOptions): (message: IncomingMessage) => string | null {
  const { isHost, isOrigin } = rulesOf(options);
  /** A link was followed, in a tab of its own: no other page sees the answer. */
  const isLink = ({ method, url, headers }: IncomingMessage) =>
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    options.linked?.includes(url?.split('?')[0] ?? '') === true;

  return (message) => {
    const { headers } = message;
    const name = hostOf(message);
    if (headers.host !== undefined && (name === undefined || !isHost(name)))
      return `The mock server does not answer for the host "${headers.host}". Allow it as an origin (MOCK_ORIGINS, --origin).`;
    if (headers.origin === undefined) {
      return headers['sec-fetch-site'] === 'cross-site' && !isLink(message)
        ? 'The mock server does not answer other sites.'
        : null;
    }
    const page = parse(headers.origin);
    if (page !== null && isOrigin(page, name)) return null;
    return `The mock server does not answer pages of "${headers.origin}". Allow it (MOCK_ORIGINS, --origin).`;
  };
}
