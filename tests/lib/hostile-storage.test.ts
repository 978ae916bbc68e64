import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { blankGridRow, type GridRow, type StorageKey, storageKeys } from '@/domain/storage-keys';
import { readStored } from '@/lib/storage';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const rowLike = fc.record({ id: fc.string(), name: fc.jsonValue(), kitType: fc.jsonValue() });
const hostile = fc.oneof(
  fc.string(),
  fc.json(),
  fc.array(rowLike).map((rows) => JSON.stringify(rows)),
  fc.constantFrom('null', '{', '[]', '""', '{"__proto__":{}}', '1e999', '\u0000', 'undefined'),
);

describe('a stored value that was tampered with', () => {
  it.each(Object.keys(storageKeys) as StorageKey[])(
    '%s reads as something that fits, and never throws',
    (key) => {
      const { area, schema } = storageKeys[key];
      const storage = area === 'local' ? localStorage : sessionStorage;
      fc.assert(
        fc.property(hostile, (raw) => {
          storage.setItem(key, raw);
          expect(schema.safeParse(readStored(key)).success).toBe(true);
        }),
        { numRuns: 1000 },
      );
    },
  );

  it('takes no other row of the grid with it', () => {
    const cells = fc.string({ unit: 'grapheme', maxLength: 12 });
    const { id: _, ...blank } = blankGridRow('any');
    const goodRow = fc
      .record({
        id: fc.constantFrom('row-1', 'row-2', 'row-7', '', 'row-1E9'),
        name: cells,
        email: cells,
        age: cells,
      })
      .map((typed) => ({ ...blank, ...typed }));
    // Missing columns are valid and become blank; a row without a string id is invalid.
    const badRow = fc.oneof(
      rowLike.map((row) => ({ ...row, id: 1 })),
      fc.string(),
      fc.constant(null),
      fc.constant([]),
      fc.constant({ ...blankGridRow('row-1'), name: 7 }),
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            goodRow.map((row) => ({ row, good: true })),
            badRow.map((row) => ({ row, good: false })),
          ),
        ),
        (rows) => {
          localStorage.setItem('patientGrid', JSON.stringify(rows.map(({ row }) => row)));
          const read = readStored('patientGrid').rows;
          const withoutId = ({ id: _id, ...rest }: GridRow) => rest;
          const kept = rows.filter(({ good }) => good).map(({ row }) => withoutId(row as GridRow));
          expect(read.map(withoutId)).toEqual(kept);
          expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
