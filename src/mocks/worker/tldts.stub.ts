/**
 * Stands in for `tldts` in mock builds: MSW's cookie store asks it for the registrable domain, and its public suffix
 * list alone weighs 125 kB. The mock backend sets no cookies across domains, so the last two labels will do.
 *
 * @param host a host name, without a scheme
 * @returns the domain a cookie may be set for, or null for a name with no dot
 */
export function getDomain(host: string): string | null {
  const labels = host.split('.').filter(Boolean);
  return labels.length < 2 ? null : labels.slice(-2).join('.');
}
