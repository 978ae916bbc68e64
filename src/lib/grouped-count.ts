/**
 * Formats an integer with thousands separators, such as "10,000". The first call of `toLocaleString` loads the
 * browser's number formatting, which takes most of a frame while a list is being rendered.
 */
export function groupedCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3}){1,6}$)/g, ',');
}

/** A number with its noun, such as "1 patient" or "10,000 patients". */
export const counted = (count: number, noun: string): string =>
  `${groupedCount(count)} ${noun}${count === 1 ? '' : 's'}`;
