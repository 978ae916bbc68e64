import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createMockServer, type MockServer, type MockServerOptions } from '@/mocks/node';

/** Creates a mock server that answers during all tests of this file, or of the `describe` that calls this. */
export function startMockServer(options?: MockServerOptions): MockServer {
  const server = createMockServer(options);
  beforeAll(() => server.listen());
  // Nothing that an earlier test has left behind reaches this one.
  beforeEach(() => {
    server.clear();
    server.engine.breakOff();
  });
  afterAll(() => server.close());
  return server;
}
