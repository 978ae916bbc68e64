import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CellObject, read } from 'xlsx';
import { type ImportedRow, importColumns } from '@/contract/patient-import';
import { writeErrorRows } from '@/features/patients/import/run-import-job';

/** All cells of a file's first sheet, as a spreadsheet program reads them. */
function cellsOf(bytes: Uint8Array): CellObject[][] {
  const { SheetNames, Sheets } = read(bytes, { type: 'array', dense: true, cellFormula: true });
  const sheet = Sheets[SheetNames[0] ?? ''];
  return (sheet?.['!data'] ?? []) as CellObject[][];
}

const formulaLike = fc
  .tuple(
    fc.constantFrom('=', '+', '-', '@', '\t=', ' =', '=cmd|', '=HYPERLINK('),
    fc.string({ maxLength: 30 }),
  )
  // The library reads the text "&#65;", which the file holds as "&amp;#65;", as "A".
  .map(([start, rest]) => `${start}${rest}`.replaceAll('&#', '&'));

const rowWith = (texts: readonly string[]): ImportedRow => ({
  sheetRow: 2,
  values: {
    ...(Object.fromEntries(importColumns.map(({ key }, index) => [key, texts[index] ?? ''])) as Record<
      (typeof importColumns)[number]['key'],
      string
    >),
    addressLine2: '',
    kitId: null,
  },
  issues: [{ column: 'name', message: `=${texts[0]}`, level: 'error' }],
});

it('a file of rows to correct holds what looks like a formula as text, which no program runs', () => {
  const texts = fc.array(formulaLike, { minLength: importColumns.length, maxLength: importColumns.length });
  fc.assert(
    fc.property(fc.array(texts, { minLength: 20, maxLength: 20 }), (written) => {
      const [, ...rows] = cellsOf(writeErrorRows(written.map(rowWith)));
      expect(rows).toHaveLength(written.length);
      for (const cell of rows.flat()) {
        expect(cell.t).toBe('s');
        expect(cell.f).toBeUndefined();
        expect(cell.z ?? '@').toBe('@');
      }
      const read = rows.map((cells) => cells.slice(0, importColumns.length).map(({ v }) => v));
      expect(read).toEqual(written);
    }),
    // A thousand rows in total, because writing a file is the slow part.
    { numRuns: 50 },
  );
});
