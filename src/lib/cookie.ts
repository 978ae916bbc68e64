/**
 * Writes a cookie of the page's own site, for what must outlive the clearing of local storage at login and logout (§4).
 * Never for a secret: scripts read it, and it is sent with each request to the site.
 *
 * @param maxAge in seconds; 0 removes the cookie
 */
export function writeCookie(name: string, value: string, maxAge: number): void {
  // Over http, as in development, browsers would reject a secure cookie.
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // The Cookie Store API is asynchronous, and a value must be stored before an immediate reload.
  Reflect.set(document, 'cookie', `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`);
}
