import { useEffect, useMemo, useState } from 'react';
import { whenIdle } from './when-idle';

interface Indexed<Item> {
  readonly item: Item;
  readonly text: string;
}

/** Items with their lower-case search text, prepared once so that a keystroke only compares. */
type SearchIndex<Item> = readonly Indexed<Item>[];

/** Milliseconds. A user who opens a list may search it soon. */
const soon = { timeout: 1000, fallbackDelay: 200 };

const nothing: readonly never[] = [];
const keepNone = () => false;

/**
 * Prepares items for `searchIn` (SPEC §2 "searchable").
 *
 * @param textsOf the texts of an item in which a query may be found; a query never spans two of them
 */
export const searchIndex = <Item>(
  items: readonly Item[],
  textsOf: (item: Item) => readonly string[],
): SearchIndex<Item> => items.map((item) => ({ item, text: textsOf(item).join('\n').toLowerCase() }));

/**
 * Finds a query, ignoring case and surrounding spaces.
 *
 * @param keep items to include regardless of the query
 * @returns the items found, in the index's order; all of them for a blank query
 */
export function searchIn<Item>(
  index: SearchIndex<Item>,
  query: string,
  keep: (item: Item) => boolean = keepNone,
): Item[] {
  const wanted = query.trim().toLowerCase();
  return index.flatMap(({ item, text }) => (text.includes(wanted) || keep(item) ? [item] : []));
}

/** Calls a function once, when its result is first needed. */
function lazily<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/**
 * The query of a SearchInput and its results. The input updates immediately and passes the query on in a transition.
 *
 * @param items undefined while loading; pass stable references for the array, `textsOf` and `keep`
 */
export function useTextSearch<Item>(
  items: readonly Item[] | undefined,
  textsOf: (item: Item) => readonly string[],
  keep: (item: Item) => boolean = keepNone,
) {
  const [query, setQuery] = useState('');
  const all = items ?? nothing;
  // The first rows need no index: build it when idle, or on the first key press if that comes first.
  const index = useMemo(() => lazily(() => searchIndex(all, textsOf)), [all, textsOf]);
  useEffect(() => (all.length > 0 ? whenIdle(index, soon) : undefined), [all, index]);
  const found = useMemo(
    () => (query.trim() === '' ? all : searchIn(index(), query, keep)),
    [all, index, query, keep],
  );
  return { query, setQuery, found };
}
