import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { errorResponse } from './http-server';

/** Pages of the mock below `/__mock/`, each a script and a style sheet of its name. */
export interface MockPages {
  /** `room` is the control room, at `/__mock/` itself. The product leads to the others, and they lead back to it. */
  readonly names: readonly string[];
  /** A built file, such as `room.js`; undefined if there is none. */
  readonly read: (file: string) => Promise<string | Uint8Array<ArrayBuffer> | undefined>;
}

const ROOM = 'room';
const FILES = '/__mock/pages/';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** Only files of this server, no frames around or in the page. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const htmlOf = (name: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Mock backend</title>
<link rel="stylesheet" href="${FILES}${name}.css">
<script type="module" src="${FILES}${name}.js"></script>
<body><div id="root">Loading…</div></body>
</html>
`;

const pathOf = (name: string) => (name === ROOM ? '/__mock' : `/__mock/${name}`);

/** The paths of pages to which the product leads. */
export const linkedPaths = ({ names }: MockPages): string[] =>
  names.filter((name) => name !== ROOM).map(pathOf);

/**
 * Answers a request for a page or one of its files; undefined if it is for neither. A page to which the product leads has
 * the address to return to in `return_to`; without it, it is sent there again with that of the app.
 *
 * @param mayReturnTo whether such an address is one of the product's
 */
export async function answerPage(
  pages: MockPages,
  url: URL,
  { appUrl, mayReturnTo }: { appUrl: string; mayReturnTo: (address: string) => boolean },
): Promise<Response | undefined> {
  const { pathname, searchParams } = url;
  if (pathname.startsWith(FILES)) {
    const file = pathname.slice(FILES.length);
    const content = /^[\w-][\w.-]*$/.test(file) ? await pages.read(file) : undefined;
    if (content === undefined) return errorResponse(404, `There is no ${pathname}.`);
    const type = contentTypes[extname(file)] ?? 'application/octet-stream';
    return new Response(content, { headers: { ...headers, 'content-type': type } });
  }
  const page = pages.names.find((name) => pathname.replace(/\/$/, '') === pathOf(name));
  if (page === undefined) return undefined;
  if (page !== ROOM) {
    const returnTo = searchParams.get('return_to');
    if (returnTo === null) {
      searchParams.set('return_to', `${appUrl}/`);
      return new Response(null, { status: 302, headers: { location: `${pathname}${url.search}` } });
    }
    if (!mayReturnTo(returnTo)) {
      return errorResponse(
        403,
        `This page does not lead to "${returnTo}". Allow it (MOCK_ORIGINS, --origin).`,
      );
    }
  }
  return new Response(htmlOf(page), { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
}

/** The control room as the package has it, beside this file or its folder; none in a checkout of the sources. */
export function packedPages(): MockPages {
  const folder = ['room', '../room'].map((path) => join(import.meta.dirname, path)).find(existsSync);
  if (folder === undefined) return { names: [], read: async () => undefined };
  return {
    names: [ROOM],
    read: (file) =>
      readFile(join(folder, file)).then(
        (bytes) => new Uint8Array(bytes),
        () => undefined,
      ),
  };
}
