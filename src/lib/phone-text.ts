/**
 * How every list and dialog writes a phone number, such as `+1 206 555 0123`. One without the country's code, of another
 * country, or with an extension stays as it was typed: only who knows the country can group its digits.
 */
export function phoneText(phone: string): string {
  const [, ...parts] = /^\+?1([2-9]\d\d)(\d{3})(\d{4})$/.exec(phone.replaceAll(/[\s().-]/g, '')) ?? [];
  return parts.length === 0 ? phone : `+1 ${parts.join(' ')}`;
}
