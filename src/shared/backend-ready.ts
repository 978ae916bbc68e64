/**
 * When calls may start. Nobody waits in production; a build with the mock backend sets this before React mounts, so
 * that public pages paint at once and only calls wait.
 */
let ready: Promise<void> = Promise.resolve();

/** Makes every later call wait. */
export function setBackendReady(promise: Promise<void>): void {
  ready = promise;
}

/** Resolves when calls may start. */
export const backendReady = (): Promise<void> => ready;
