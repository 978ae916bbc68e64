import { setupServer } from 'msw/node';
import { withoutEndSlash } from '@/contract/config';
import type { DemoRole } from '@/mocks/db/seeds/demo-accounts';
import { presetCalled } from '@/mocks/db/seeds/presets';
import type { PresetName } from '@/mocks/db/seeds/seed-choice';
import type { Engine } from '@/mocks/engine/engine';
import { toHandlers } from '@/mocks/engine/handlers';
import { noLatency } from '@/mocks/engine/latency';
import { createMockBackend } from '@/mocks/hosts/mock-backend';
import { storeToken } from '@/mocks/hosts/store-token';
import { requireTime } from '@/mocks/world/world';
import type { MockControl } from './control';

export interface MockServerOptions {
  /** Defaults to `demo`. */
  readonly preset?: PresetName;
  /** Defaults to 1. */
  readonly seed?: number;
  readonly patients?: number;
  /** The API URL that the client calls, with or without a path or trailing slash; defaults to `/api` on the page's own origin. */
  readonly apiUrl?: string;
  /** Defaults to `http://localhost:8000`. */
  readonly chatUrl?: string;
  /** ISO 8601: the data is dated around it and the clock is set to it; defaults to today and the real clock. */
  readonly start?: string;
  /** The machine's clock; defaults to the real one. */
  readonly now?: () => Date;
}

/** The mock backend for Vitest: no latency, and a response that violates the contract fails the test. */
export interface MockServer extends MockControl {
  /** Seeds, then answers every `fetch` and XMLHttpRequest of this process; an unknown request is an error. */
  listen(): Promise<void>;
  close(): void;
  /** Returns a token of the demo account, for calls without a user interface. */
  signIn(role: DemoRole): Promise<string>;
  readonly engine: Engine;
  /** Called after each change of the data. Returns an unsubscribe function. */
  onDataChange(listener: () => void): () => void;
  /** Without a trailing slash, as `chatUrl`. */
  readonly apiUrl: string;
  readonly chatUrl: string;
}

const pageOrigin = () =>
  typeof location === 'undefined' || location.origin === 'null' ? 'http://localhost:3000' : location.origin;

/**
 * Creates a mock backend with its own data in memory.
 *
 * @throws Error for an unknown preset, listing the valid ones, and for an invalid start
 */
export function createMockServer(options: MockServerOptions = {}): MockServer {
  const apiUrl = withoutEndSlash(new URL(options.apiUrl ?? '/api', pageOrigin()).href);
  const chatUrl = withoutEndSlash(options.chatUrl ?? 'http://localhost:8000');
  const { control, engine, db, signIn } = createMockBackend({
    world: { now: options.now ?? (() => new Date()), appUrl: pageOrigin() },
    choice: {
      preset: presetCalled(options.preset ?? 'demo'),
      seed: options.seed ?? 1,
      ...(options.patients === undefined ? {} : { patients: options.patients }),
      ...(options.start === undefined ? {} : { start: requireTime(options.start).toISOString() }),
    },
    latency: noLatency,
    onDefect: 'throw',
    storeToken: typeof localStorage === 'undefined' ? () => undefined : storeToken,
    openDashboard: () => undefined,
  });
  const server = setupServer(...toHandlers(engine, { apiUrl, chatUrl }));
  return {
    ...control,
    get ready() {
      return db.hydrate();
    },
    async listen() {
      server.listen({ onUnhandledRequest: 'error' });
      await db.hydrate();
    },
    close() {
      server.close();
      db.close();
    },
    signIn,
    engine,
    onDataChange: db.onChange,
    apiUrl,
    chatUrl,
  };
}
