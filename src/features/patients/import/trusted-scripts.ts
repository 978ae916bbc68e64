/** The part of Trusted Types that we use. Not every browser supports it, and TypeScript has no types for it. */
interface TrustedTypesWindow {
  readonly trustedTypes?: {
    readonly defaultPolicy: unknown;
    createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): unknown;
  };
}

/** Only scripts from this page's own origin. Builds with third-party scripts do not enforce Trusted Types. */
const isOwn = (url: string): boolean => new URL(url, document.baseURI).origin === location.origin;

/**
 * Lets this page start workers from its own origin where the CSP requires Trusted Types. Call before creating the first
 * worker; any other conversion of text to a script is still rejected.
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = window as unknown as TrustedTypesWindow;
  if (trustedTypes === undefined || trustedTypes.defaultPolicy !== null) return;
  trustedTypes.createPolicy('default', { createScriptURL: (url) => (isOwn(url) ? url : null) });
}
