import { getResponse, type HttpHandler } from 'msw';

/** Settles like `work`, or rejects as soon as the request is aborted. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', giveUp));
  });
}

/**
 * Answers calls in the page by replacing `fetch`, for browsers that start no service worker. Uses the same handlers;
 * unhandled requests go to the network.
 *
 * @returns a function that restores the original `fetch`
 */
export function answerInPage(handlers: HttpHandler[]): () => void {
  const realFetch = globalThis.fetch;
  const mockedFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await untilAborted(request.signal, getResponse(handlers, request.clone()));
    if (!response) return realFetch(request);
    // The error that `fetch` throws for a broken connection.
    if (response.type === 'error') throw new TypeError('Failed to fetch');
    return response;
  };
  globalThis.fetch = mockedFetch;
  return () => {
    if (globalThis.fetch === mockedFetch) globalThis.fetch = realFetch;
  };
}
