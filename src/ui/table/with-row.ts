import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * Returns the indexes of the rows in view and of one more: an input that is removed from the document loses its focus and
 * selection.
 *
 * @param row the index of that row; none if there is no such row
 */
export function withRow(range: Range, row: number): number[] {
  const inView = defaultRangeExtractor(range);
  if (row < 0 || row >= range.count || inView.includes(row)) return inView;
  return [...inView, row].sort((a, b) => a - b);
}
