import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StorageEntry, storageKeys } from '@/contract';
import type * as z from '@/contract/zod';

const entries: [string, StorageEntry<z.ZodMiniType>][] = Object.entries(storageKeys);

describe.each(entries)('what is stored under %s', (_, { schema, fallback }) => {
  it('falls back to something that could have been stored', () => {
    expect(schema.safeParse(fallback()).success).toBe(true);
    const kept: unknown = JSON.parse(JSON.stringify(fallback()));
    expect(schema.parse(kept)).toEqual(fallback());
  });

  it('is used as it is or ignored, whatever value is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.anything()), (foreign) => {
        const read = schema.safeParse(foreign);
        if (read.success) expect(schema.parse(read.data)).toEqual(read.data);
      }),
      { numRuns: 1000 },
    );
  });
});
