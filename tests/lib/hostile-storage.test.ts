import { render } from '@testing-library/react';
import fc from 'fast-check';
import { createElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type StorageKey, storageKeys } from '@/domain/storage-keys';
import { readStored } from '@/lib/storage';
import { ScrollRestoration } from '@/pages/scroll-restoration';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const rowLike = fc.record({ id: fc.string(), name: fc.jsonValue(), kitType: fc.jsonValue() });
const hostile = fc.oneof(
  fc.string(),
  fc.json(),
  fc.array(rowLike).map((rows) => JSON.stringify(rows)),
  fc.constantFrom('null', '5', '{', '[]', '""', '{"__proto__":{}}', '1e999', '\u0000', 'undefined'),
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

  it('scrollPositions scrolls to a finite place, and never throws', () => {
    const scrolled = vi.spyOn(window, 'scrollTo');
    const pageAt = (pathname: string) => {
      const location = { pathname, search: '', hash: '', state: null, key: pathname };
      const props = { location, isPrerendered: false, children: null };
      return createElement(ScrollRestoration, props);
    };
    const foreignPositions = hostile.map((text) => `{"/":${text},"dashboard":"top"}`);
    fc.assert(
      fc.property(fc.oneof(hostile, foreignPositions), (raw) => {
        sessionStorage.setItem('scrollPositions', raw);
        const { rerender, unmount } = render(pageAt('/'));
        rerender(pageAt('/dashboard'));
        unmount();
        expect(scrolled.mock.calls.filter(([, top]) => !Number.isFinite(top))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
