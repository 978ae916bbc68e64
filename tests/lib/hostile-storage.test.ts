import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type StorageKey, storageKeys } from '@/domain/storage-keys';
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
        { numRuns: 200 },
      );
    },
  );
});
