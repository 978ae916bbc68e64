import { afterAll, beforeAll } from 'vitest';
import { createMockServer, type MockServer, type MockServerOptions } from '@/mocks/node';

/** Creates a mock server that answers during all tests of this file, or of the `describe` that calls this. */
export function startMockServer(options?: MockServerOptions): MockServer {
  const server = createMockServer(options);
  beforeAll(() => server.listen());
  afterAll(() => server.close());
  return server;
}
