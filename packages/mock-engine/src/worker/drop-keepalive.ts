/**
 * Makes every call without `keepalive`: Firefox sends such calls past the service worker, so they would reach the
 * network and not the mock. The page answers its calls itself, so none of them can outlive it.
 *
 * @returns a function that restores the original `fetch`
 */
export function dropKeepalive(): () => void {
  const realFetch = globalThis.fetch;
  const plainFetch: typeof fetch = (input, init) => realFetch(input, { ...init, keepalive: false });
  globalThis.fetch = plainFetch;
  return () => {
    if (globalThis.fetch === plainFetch) globalThis.fetch = realFetch;
  };
}
