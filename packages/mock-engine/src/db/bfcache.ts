import { type Interruptible, StorageFailedError } from './storage';

/** The page was left while it used the storage, and the browser keeps it for Back. */
export class PageLeftError extends StorageFailedError {}

/**
 * Stops work when the browser keeps the page for Back: WebKit freezes the page with its open transactions, and with a lock
 * that it is granted then, so the next page would wait for them in vain. A page whose work was stopped loads again when
 * the user comes back to it.
 */
export function stoppedInBfcache(page: EventTarget, loadAgain: () => void): Interruptible {
  const running = new Set<AbortController>();
  let isLeft = false;
  let isInterrupted = false;
  const left = () => new PageLeftError('The page was left.');
  page.addEventListener('pagehide', (event) => {
    if (!(event as PageTransitionEvent).persisted) return;
    isLeft = true;
    for (const work of running) {
      isInterrupted = true;
      work.abort(left());
    }
  });
  page.addEventListener('pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return;
    if (isInterrupted) loadAgain();
    else isLeft = false;
  });

  return (work) => {
    if (isLeft) {
      isInterrupted = true;
      return Promise.reject(left());
    }
    const stop = new AbortController();
    running.add(stop);
    const stopped = new Promise<never>((_, reject) =>
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason)),
    );
    return Promise.race([work(stop.signal), stopped]).finally(() => running.delete(stop));
  };
}
