/**
 * A text as a SHA-256 hash, so that the browser stores no secret and no text of a file.
 *
 * @throws TypeError on insecure origins, where browsers offer no hashes
 */
export async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
