/**
 * A whole number with its thousands set apart, such as "10,000". `toLocaleString` loads the browser's whole number
 * formatting on its first call, which takes most of a frame, and the first call is in the middle of drawing a list.
 */
export function groupedCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
