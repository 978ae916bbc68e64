/**
 * The mock backend in Vitest.
 *
 * @module @kitwell/mock-engine/vitest
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import type { MockControl } from '../control';
import type { Engine } from '../engine/engine';
import {
  type Hosts,
  hostUrls,
  type ListeningMock,
  mostSpecificFirst,
  requireOwnHosts,
  toHandlers,
  type UnknownCalls,
} from '../engine/handlers';
import { noLatency } from '../engine/latency';
import { type Mock, type MockTypes, presetCalled } from '../engine/mock';
import { errorMessage } from '../error-message';
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
  /** What becomes of a request for no call of the contract, at all hosts or by the name of each; defaults to 501. */
  readonly unknown?: UnknownCalls | Readonly<Record<string, UnknownCalls>>;
  /** The machine's clock; defaults to the real one. */
  readonly now?: () => Date;
};

/** A mock backend for Vitest: no latency, and a rule that fails or breaks the contract fails the run, with its error. */
export interface MockServer<M extends MockTypes = MockTypes> extends MockControl<M> {
  /**
   * Seeds, then answers every `fetch` and XMLHttpRequest of this process to its hosts; with other mocks that listen, to
   * theirs, too. A request to another host is an error. Rejects if it listens already, or another mock at one of its hosts.
   */
  listen(): Promise<void>;
  /** For a server of MSW that a project has: `setupServer(...mine, ...mock.handlers)`, instead of `listen`. */
  readonly handlers: readonly HttpHandler[];
  close(): void;
  /** Returns a token of the demo account, for calls without a user interface. */
  signIn(role: M['role']): Promise<string>;
  /**
   * Runs a test on data of its own, which starts as a copy: what it calls is answered by `own`, with overrides and a log of
   * its own, while others run at the same time.
   */
  fork<Result>(
    run: (own: Omit<MockControl<M>, 'ready'> & Pick<MockServer<M>, 'signIn'>) => Promise<Result>,
  ): Promise<Result>;
  readonly engine: Engine;
  /** Called after each change of the data. Returns an unsubscribe function. */
  onDataChange(listener: () => void): () => void;
  /** Without trailing slashes. */
  readonly hosts: Hosts;
}

const pageOrigin = () =>
  typeof location === 'undefined' || location.origin === 'null' ? 'http://localhost:3000' : location.origin;

/** MSW replaces `fetch` once in a process, so all mocks that listen share a server. */
const server = setupServer();
const listening = new Set<ListeningMock>();
const replaceHandlers = () =>
  server.resetHandlers(...mostSpecificFirst([...listening].flatMap(({ handlers }) => handlers)));

function startListening(mock: ListeningMock): void {
  if (listening.has(mock)) throw new Error(`The mock "${mock.name}" listens already.`);
  requireOwnHosts(mock, listening);
  listening.add(mock);
  replaceHandlers();
  if (listening.size === 1) server.listen({ onUnhandledRequest: 'error' });
}

function stopListening(mock: ListeningMock): void {
  if (!listening.delete(mock)) return;
  replaceHandlers();
  if (listening.size === 0) server.close();
}

/**
 * Creates a mock backend with its own data in memory.
 *
 * @throws Error for an unknown preset, listing the valid ones, for an invalid start, and for a host without URL
 */
export function createMockServer<M extends MockTypes>(
  mock: Mock<M>,
  { hosts: urls = {}, unknown, now = () => new Date(), ...chosen }: MockServerOptions<M> = {},
): MockServer<M> {
  const { preset, seed, start, ...size } = chosen as Partial<SeedChoice>;
  const hosts = hostUrls(mock.operations, urls, pageOrigin());
  const choice: SeedChoice = {
    preset: presetCalled(mock, preset ?? mock.limits.presets[0]),
    seed: seed ?? 1,
    ...Object.fromEntries(Object.entries(size).filter(([, value]) => value !== undefined)),
    ...(start === undefined ? {} : { start: requireTime(start).toISOString() }),
  };
  const hasPage = typeof localStorage !== 'undefined';
  const create = () =>
    createMockBackend(mock, {
      world: { now, appUrl: pageOrigin() },
      choice: choice as SeedChoice<M['preset'], M['size']>,
      latency: noLatency,
      onDefect: 'answer',
      // MSW would answer 500 to whatever is thrown here, which a test of errors may expect. The runner reports this.
      reportDefect: (defect) => void Promise.reject(defect),
      storeToken: hasPage ? mock.accounts.storeToken : undefined,
      page: hasPage
        ? pageState(mock, { base: '/', go: (url) => history.replaceState(null, '', url) })
        : undefined,
    });
  const { control, engine, db, signIn } = create();
  const forks = new AsyncLocalStorage<Engine>();
  const current = () => forks.getStore() ?? engine;
  const answering: Engine = {
    ...engine,
    answer: (...call) => current().answer(...call),
    get log() {
      return current().log;
    },
  };
  const own: ListeningMock = { name: mock.name, hosts, handlers: toHandlers(answering, hosts, unknown) };
  return {
    ...control,
    log: {
      ...control.log,
      waitFor(query, signal) {
        const entries = control.log.waitFor(query, signal);
        if (listening.has(own) || control.log.list().length > 0) return entries;
        return entries.catch((error: unknown) => {
          throw new Error(`${errorMessage(error)} Nothing listens: listen() was not called.`);
        });
      },
    },
    handlers: mostSpecificFirst(own.handlers),
    get ready() {
      return db.hydrate();
    },
    async listen() {
      startListening(own);
      await db.hydrate();
    },
    close() {
      stopListening(own);
      db.close();
    },
    async fork(run) {
      const fork = create();
      await db.hydrate();
      await fork.control.db.import(await control.db.export());
      try {
        return await forks.run(fork.engine, () => run({ ...fork.control, signIn: fork.signIn }));
      } finally {
        fork.db.close();
      }
    },
    signIn,
    engine,
    onDataChange: db.onChange,
    hosts,
  };
}
