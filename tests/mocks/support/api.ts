import { routeOf } from '@kitwell/mock-engine/declaration';
import { declarationOf, type OperationName, type Request } from '@/contract/contract';
import type { Unbranded } from '@/mocks/conformance/samples';
import type { MockServer } from '@/mocks/node';

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

type Parts = { path?: Record<string, unknown>; query?: Record<string, string>; body?: unknown };
interface CallOptions {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Sends a request as the client does, with real fetch; `request` may be invalid on purpose. */
export function send(
  mock: Pick<MockServer, 'apiUrl' | 'chatUrl'>,
  name: OperationName,
  request: Parts | undefined,
  { token, headers, signal }: CallOptions = {},
): Promise<Response> {
  const declared = declarationOf(name);
  const { method, path } = routeOf(declared);
  const host = declared.host === 'chat' ? mock.chatUrl : mock.apiUrl;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(String(request?.path?.[part])),
  );
  const query = request?.query ? `?${new URLSearchParams(request.query)}` : '';
  return fetch(`${host}${filled}${query}`, {
    method,
    headers: { ...(token ? { authorization: token } : {}), ...headers },
    ...(request?.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(signal ? { signal } : {}),
  });
}

/** Calls operations of a mock backend, typed by the contract. */
export function apiOf(mock: Pick<MockServer, 'apiUrl' | 'chatUrl'>) {
  return async function call<K extends OperationName>(
    name: K,
    ...[request, options]: Request<K> extends void
      ? [request?: undefined, options?: CallOptions]
      : [request: Unbranded<Request<K>>, options?: CallOptions]
  ): Promise<Reply> {
    const response = await send(mock, name, request as Parts | undefined, options);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}
