/**
 * When API calls may start. In production at once. A build with the mock backend sets this before React mounts, so that
 * public pages render immediately and only calls wait.
 */
let ready: Promise<void> = Promise.resolve();
let pending = false;

/** Makes every later call wait for `promise`. */
export function setBackendReady(promise: Promise<void>): void {
  ready = promise;
  pending = true;
  const settle = () => {
    if (ready === promise) pending = false;
  };
  promise.then(settle, settle);
}

/** Resolves when API calls may start. */
export const backendReady = (): Promise<void> => ready;

/** Whether calls currently have to wait. */
export const isBackendPending = (): boolean => pending;
