import { setupServer } from 'msw/node';
import type { MockControl } from '../control';
import { withoutEndSlash } from '../declaration';
import type { Engine } from '../engine/engine';
import { type Hosts, hostsOf, toHandlers } from '../engine/handlers';
import { noLatency } from '../engine/latency';
import { type Mock, type MockTypes, presetCalled } from '../engine/mock';
import type { SeedChoice } from '../world/seed-settings';
import { requireTime } from '../world/world';
import { createMockBackend } from './mock-backend';
import { pageState } from './page-state';

/** The key of the data's size is the product's own name for it. */
export type MockServerOptions<M extends MockTypes = MockTypes> = Partial<
  SeedChoice<M['preset'], M['size']>
> & {
  /** URLs of the contract's hosts, with or without a trailing slash; by default `api` is `/api` on the page's own origin. */
  readonly hosts?: Hosts;
  /** The machine's clock; defaults to the real one. */
  readonly now?: () => Date;
};

/** A mock backend for Vitest: no latency, and a response that violates the contract fails the test. */
export interface MockServer<M extends MockTypes = MockTypes> extends MockControl<M> {
  /** Seeds, then answers every `fetch` and XMLHttpRequest of this process; an unknown request is an error. */
  listen(): Promise<void>;
  close(): void;
  /** Returns a token of the demo account, for calls without a user interface. */
  signIn(role: M['role']): Promise<string>;
  readonly engine: Engine;
  /** Called after each change of the data. Returns an unsubscribe function. */
  onDataChange(listener: () => void): () => void;
  /** Without trailing slashes. */
  readonly hosts: Hosts;
}

const pageOrigin = () =>
  typeof location === 'undefined' || location.origin === 'null' ? 'http://localhost:3000' : location.origin;

/**
 * Creates a mock backend with its own data in memory.
 *
 * @throws Error for an unknown preset, listing the valid ones, for an invalid start, and for a host without URL
 */
export function createMockServer<M extends MockTypes>(
  mock: Mock<M>,
  { hosts: urls = {}, now = () => new Date(), ...chosen }: MockServerOptions<M> = {},
): MockServer<M> {
  const { preset, seed, start, ...size } = chosen as Partial<SeedChoice>;
  const hosts = Object.fromEntries(
    hostsOf(mock.operations).map((host) => {
      const url = urls[host] ?? (host === 'api' ? '/api' : undefined);
      if (url === undefined) throw new Error(`The host "${host}" of the contract needs a URL.`);
      return [host, withoutEndSlash(new URL(url, pageOrigin()).href)];
    }),
  );
  const choice: SeedChoice = {
    preset: presetCalled(mock, preset ?? mock.limits.presets[0]),
    seed: seed ?? 1,
    ...Object.fromEntries(Object.entries(size).filter(([, value]) => value !== undefined)),
    ...(start === undefined ? {} : { start: requireTime(start).toISOString() }),
  };
  const hasPage = typeof localStorage !== 'undefined';
  const { control, engine, db, signIn } = createMockBackend(mock, {
    world: { now, appUrl: pageOrigin() },
    choice: choice as SeedChoice<M['preset'], M['size']>,
    latency: noLatency,
    onDefect: 'throw',
    storeToken: hasPage ? mock.accounts.storeToken : undefined,
    page: hasPage
      ? pageState(mock, { base: '/', go: (url) => history.replaceState(null, '', url) })
      : undefined,
  });
  const server = setupServer(...toHandlers(engine, hosts));
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
    hosts,
  };
}
