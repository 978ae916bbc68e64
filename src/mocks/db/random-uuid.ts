/** A random UUID, version 4 (RFC 9562). */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[(bytes[8] ?? 0) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

// Browsers leave it out without HTTPS, and @msw/data calls it for every record.
if (typeof crypto.randomUUID !== 'function')
  Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: randomUuid });
