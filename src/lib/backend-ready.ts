/**
 * When calls may start. Production never waits; a build with the mock backend sets this before React mounts, so that
 * public pages paint at once and only calls wait.
 */
let ready: Promise<void> = Promise.resolve();
let pending = false;

/** Makes every later call wait. */
export function setBackendReady(promise: Promise<void>): void {
  ready = promise;
  pending = true;
  const settle = () => {
    if (ready === promise) pending = false;
  };
  promise.then(settle, settle);
}

/** Resolves when calls may start. */
export const backendReady = (): Promise<void> => ready;

/** Whether calls have to wait now. */
export const isBackendPending = (): boolean => pending;
