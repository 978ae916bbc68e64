import type { HttpHandler } from 'msw';
import { setupWorker } from 'msw/browser';
import { withinSeconds } from '../db/promises';
import { type ListeningMock, mostSpecificFirst, requireOwnHosts } from '../engine/handlers';
import { takeControl } from '../worker/take-control';
import { WORKER_FILE } from '../worker/worker-file';
import { pageUrl } from './browser-data';

/** Seconds to wait for the browser or for a navigation. */
export const START_LIMIT = 5;

interface PageMock extends ListeningMock {
  /** Comes after the handlers of all mocks. */
  readonly policy: readonly HttpHandler[];
  /** It is in a worker that the project starts. */
  readonly startsWorker: boolean;
}

/** The service worker, or the page itself. */
interface Answering {
  readonly by: 'worker' | 'page';
  /** Takes over the handlers of all mocks. */
  update(): void;
  stop(): void;
}

/** MSW has one worker in a page, so all mocks of a page share it. */
const mocks = new Set<PageMock>();
let answering: Promise<Answering> | undefined;

const allHandlers = () => [
  ...mostSpecificFirst([...mocks].flatMap(({ handlers }) => handlers)),
  ...[...mocks].flatMap(({ policy }) => policy),
];

async function startWorker(signal: AbortSignal): Promise<Answering> {
  await takeControl(pageUrl(WORKER_FILE), pageUrl(''), signal);
  const worker = setupWorker(...allHandlers());
  const { WebSocket } = globalThis;
  await worker.start({
    serviceWorker: { url: pageUrl(WORKER_FILE), options: { scope: pageUrl('') } },
    // Requests without a handler are assets of the page's own origin.
    onUnhandledRequest: 'bypass',
    quiet: true,
  });
  // Mocks answer no sockets, and one of MSW opens even where the address is dead.
  globalThis.WebSocket = WebSocket;
  const stop = () => worker.stop();
  if (signal.aborted) stop();
  return { by: 'worker', update: () => worker.resetHandlers(...allHandlers()), stop };
}

/**
 * Whether another document has replaced this one, as a reload does. WebKit goes on running the scripts of the replaced
 * one for a while, and their global object is then the new page's.
 */
const isReplaced = () => document.defaultView === null;

/**
 * Some browsers reject the worker or have none (plain http, private windows), and WebKit, with two pages at once, may
 * never finish starting it.
 */
async function start(): Promise<Answering> {
  const tooLate = new AbortController();
  try {
    return await withinSeconds(START_LIMIT, startWorker(tooLate.signal), () => {
      tooLate.abort();
      return new Error('The worker did not start.');
    });
  } catch {
    // The new page's calls are not for this one, whose own are over.
    if (isReplaced()) await new Promise<never>(() => undefined);
    const { answerInPage } = await import('../worker/answer-in-page');
    return { by: 'page', update: () => undefined, stop: answerInPage(allHandlers) };
  }
}

/**
 * Adds a mock to those of this page.
 *
 * @throws Error if another one answers one of its hosts, or is in another worker: a page has only one
 */
export function addToPage(mock: PageMock): { answer(): Promise<'worker' | 'page'>; remove(): void } {
  requireOwnHosts(mock, mocks);
  const other = [...mocks].find(({ startsWorker }) => startsWorker !== mock.startsWorker);
  if (other) {
    throw new Error(
      `The mocks "${other.name}" and "${mock.name}" need the same worker: give "startWorker" to both or to neither.`,
    );
  }
  mocks.add(mock);
  return {
    async answer() {
      answering ??= start().catch((error: unknown) => {
        // Its code could not be loaded; the next try may succeed.
        answering = undefined;
        throw error;
      });
      const { by, update } = await answering;
      update();
      return by;
    },
    remove() {
      mocks.delete(mock);
      const last = answering;
      last
        ?.then(({ update, stop }) => {
          // By now a mock that is started again, as by HMR, is back.
          if (mocks.size > 0) update();
          else if (answering === last) {
            answering = undefined;
            stop();
          }
        })
        // The start of the mock has rejected already.
        .catch(() => undefined);
    },
  };
}
