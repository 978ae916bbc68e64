/** The part of Trusted Types that we use; not every browser has it, and TypeScript does not know it. */
interface TrustedTypesWindow {
  readonly trustedTypes?: {
    readonly defaultPolicy: unknown;
    createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): unknown;
  };
}

/** Where scripts may come from: this page's own origin. Builds with scripts of others enforce no Trusted Types. */
const isOwn = (url: string): boolean => new URL(url, document.baseURI).origin === location.origin;

/**
 * Lets this page start workers from its own origin where the security policy requires Trusted Types. To be called
 * before the first worker; anything else that makes a script of a text stays refused.
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = window as unknown as TrustedTypesWindow;
  if (trustedTypes === undefined || trustedTypes.defaultPolicy !== null) return;
  trustedTypes.createPolicy('default', { createScriptURL: (url) => (isOwn(url) ? url : null) });
}
