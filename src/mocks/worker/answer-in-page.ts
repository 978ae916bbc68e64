import { getResponse, type HttpHandler } from 'msw';

/** Settles as `work` does, or rejects as soon as the call is given up. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', giveUp));
  });
}

/**
 * Answers the page's calls in the page itself, for a browser that starts no service worker: the same handlers, in place of
 * the page's `fetch`. What no handler answers goes to the network.
 *
 * @returns the function that gives the page its own `fetch` back
 */
export function answerInPage(handlers: HttpHandler[]): () => void {
  const realFetch = globalThis.fetch;
  const mockedFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await untilAborted(request.signal, getResponse(handlers, request.clone()));
    if (!response) return realFetch(request);
    // What a broken connection is to `fetch`.
    if (response.type === 'error') throw new TypeError('Failed to fetch');
    return response;
  };
  globalThis.fetch = mockedFetch;
  return () => {
    if (globalThis.fetch === mockedFetch) globalThis.fetch = realFetch;
  };
}
