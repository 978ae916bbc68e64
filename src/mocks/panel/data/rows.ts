import { forDisplay, HIDDEN } from '@/mocks/engine/log';
import { thrownWords } from '@/mocks/world/thrown-words';

/** A row of any table: plain JSON. */
export type DataRow = Readonly<Record<string, unknown>>;

/** A row as text to be edited. Passwords and tokens are hidden: a demo is often on a projector. */
export const toText = (row: DataRow): string => JSON.stringify(forDisplay(row), null, 2);

/**
 * What was edited, without the secrets that were left alone.
 *
 * @throws Error in words for a person where it is no JSON object
 */
export function fromText(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is no JSON: ${thrownWords(error)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('A row is a JSON object: { "field": "value" }');
  }
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== HIDDEN));
}

/** A row in one line: its first few values. */
export function summaryOf(row: DataRow): string {
  const values = Object.values(forDisplay(row) as DataRow).filter(
    (value) => value !== null && value !== '' && typeof value !== 'object',
  );
  return values.slice(1, 6).map(String).join(' · ');
}
