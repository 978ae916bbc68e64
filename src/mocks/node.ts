import {
  type MockServerOptions as AnyOptions,
  type MockServer as AnyServer,
  createMockServer as createServer,
} from '@kitwell/mock-engine/hosts/vitest';
import { type Kitwell, kitwell } from '@/mocks/kitwell/kitwell';

export interface MockServerOptions extends Omit<AnyOptions<Kitwell>, 'hosts'> {
  /** The API URL that the client calls, with or without a path or trailing slash; defaults to `/api` on the page's own origin. */
  readonly apiUrl?: string;
  /** Defaults to `http://localhost:8000`. */
  readonly chatUrl?: string;
}

/** The mock backend for Vitest: no latency, and a response that violates the contract fails the test. */
export interface MockServer extends AnyServer<Kitwell> {
  /** Without a trailing slash, as `chatUrl`. */
  readonly apiUrl: string;
  readonly chatUrl: string;
}

/**
 * Creates this product's mock backend with its own data in memory.
 *
 * @throws Error for an unknown preset, listing the valid ones, and for an invalid start
 */
export function createMockServer({
  apiUrl,
  chatUrl = 'http://localhost:8000',
  ...options
}: MockServerOptions = {}): MockServer {
  const server = createServer(kitwell, {
    ...options,
    hosts: { ...(apiUrl !== undefined && { api: apiUrl }), chat: chatUrl },
  });
  const { api = '', chat = '' } = server.hosts;
  return Object.assign(server, { apiUrl: api, chatUrl: chat });
}
