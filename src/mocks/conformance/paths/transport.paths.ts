import { routeOf } from '@kitwell/mock-engine/declaration';
import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import * as z from '@/contract/zod';
import type { Received } from '@/mocks/conformance/check-answer';
import { withoutRows } from '@/mocks/conformance/samples';
import { keys, type TestContext } from '@/mocks/conformance/test-context';
import { addressOf, NotTriedError, type TestRun } from '@/mocks/conformance/test-run';

const isJson = ({ headers }: Received) =>
  /^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');

const readableBy = (origin: string, headers: Headers) =>
  ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');

const listIn = (headers: Headers, name: string) =>
  (headers.get(name) ?? '').split(',').map((part) => part.trim().toLowerCase());

/** What a browser would miss in the response to a preflight request (Fetch standard, "CORS-preflight fetch"). */
function preflightDeviations(
  origin: string,
  method: string,
  requestedHeaders: readonly string[],
  answer: Response,
): string[] {
  if (!answer.ok) return [`status ${answer.status}, one of success expected`];
  const methods = listIn(answer.headers, 'access-control-allow-methods');
  const headers = listIn(answer.headers, 'access-control-allow-headers');
  const allowsMethod =
    ['GET', 'POST'].includes(method) || methods.includes(method.toLowerCase()) || methods.includes('*');
  return [
    ...(readableBy(origin, answer.headers) ? [] : [`access-control-allow-origin: ${origin} or * expected`]),
    ...(allowsMethod ? [] : [`access-control-allow-methods: ${method} expected`]),
    // The asterisk does not include authorization.
    ...requestedHeaders
      .filter((name) => !headers.includes(name) && (name === 'authorization' || !headers.includes('*')))
      .map((name) => `access-control-allow-headers: ${name} expected`),
  ];
}

async function preflight({ record, options }: TestRun, name: OperationName) {
  const declared = declarationOf(name);
  const { method } = routeOf(declared);
  const requestedHeaders = [
    ...(declared.auth === 'none' ? [] : ['authorization']),
    ...(declared.body === undefined ? [] : ['content-type']),
  ];
  // A browser sends no preflight for a plain GET.
  if (requestedHeaders.length === 0 && method === 'GET') return;
  try {
    const answer = await options.fetch(addressOf(declared, { path: { id: 1, token: 'none' } }, options), {
      method: 'OPTIONS',
      headers: {
        origin: options.origin,
        'access-control-request-method': method,
        'access-control-request-headers': requestedHeaders.join(','),
      },
      signal: AbortSignal.timeout(options.patience),
    });
    record(
      name,
      'the preflight of a page of another origin',
      preflightDeviations(options.origin, method, requestedHeaders, answer),
    );
  } catch (error) {
    record(name, 'the preflight of a page of another origin', [`no answer: ${String(error)}`]);
  }
}

/** Content type and CORS of every response so far. Place after all groups. */
export async function transportPaths({ check }: TestContext): Promise<void> {
  const { origin, apiUrl, chatUrl } = check.options;
  for (const name of operationNames) {
    const responses = check.responses(name);
    if (responses.length === 0) continue;
    const typed = responses.filter(({ body }) => body !== undefined).find((received) => !isJson(received));
    check.record(
      name,
      'the content type of every response',
      // The client takes anything else for the page of a proxy.
      typed
        ? [
            `content-type: ${typed.headers.get('content-type')} with ${typed.status}, application/json expected`,
          ]
        : [],
    );
    const url = declarationOf(name).host === 'chat' ? chatUrl : apiUrl;
    const readable = 'every response can be read by a page of another origin';
    if (new URL(url).origin === origin) {
      check.record(name, readable, [], 'the page has the same origin (see --origin)');
      continue;
    }
    const hidden = responses.find(({ headers }) => !readableBy(origin, headers));
    check.record(
      name,
      readable,
      hidden ? [`access-control-allow-origin: ${origin} or * expected, with ${hidden.status}`] : [],
    );
    await preflight(check, name);
  }
}

/** The sample, and one without its fields, of every operation that no other group has called. */
export async function sampledPaths({ check, samples, memory }: TestContext): Promise<void> {
  const called = new Set(
    check
      .results()
      .filter(({ path }) => path.startsWith('ok'))
      .map(({ operation }) => operation),
  );
  for (const name of operationNames) {
    const { operation, body } = declarationOf(name);
    if (called.has(operation)) continue;
    const { as, needs, request } = samples[name];
    const after = () => {
      // Only the mock has the demo data and can prepare rows; elsewhere, earlier calls have to do it.
      const namesRows = JSON.stringify(request) !== JSON.stringify(withoutRows(request));
      if (needs || namesRows)
        throw new NotTriedError(
          'needs a case written by hand, because its sample needs rows of the demo data',
        );
    };
    const from = as && {
      token: () => memory.need(keys.token(as === 'provider' ? 'clinic' : 'patient')),
    };
    await check.ok(name, { after, ...from, request: () => request as never });
    if (body === undefined || z.safeParse(body, {}).success) continue;
    const blank = { ...request, body: {} };
    await check.rejected(name, { path: 'without its fields', ...from, request: () => blank as never });
  }
}
