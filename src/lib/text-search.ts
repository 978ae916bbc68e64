import { useEffect, useMemo, useState } from 'react';
import { whenIdle } from '@/lib/when-idle';

interface Indexed<Item> {
  readonly item: Item;
  readonly text: string;
}

/** Items with the text that a search looks at, prepared once: a keystroke then only compares. */
type SearchIndex<Item> = readonly Indexed<Item>[];

/** In milliseconds: somebody who opens a list may well search it next. */
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
 * Finds a query, in any case and without the spaces around it.
 *
 * @param keep items that stay in any case
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

/** Calls a function once, when its result is first asked for. */
function lazily<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/**
 * What a SearchInput asked for and what that finds. The box itself is ahead of both: it shows a keystroke at once, and
 * hands the query on in a transition.
 *
 * @param items undefined while they are loaded; keep the array, `textsOf` and `keep` stable
 */
export function useTextSearch<Item>(
  items: readonly Item[] | undefined,
  textsOf: (item: Item) => readonly string[],
  keep: (item: Item) => boolean = keepNone,
) {
  const [query, setQuery] = useState('');
  const all = items ?? nothing;
  // The first rows need no index: it is made after they are drawn, and before the first key if that comes sooner.
  const index = useMemo(() => lazily(() => searchIndex(all, textsOf)), [all, textsOf]);
  useEffect(() => (all.length > 0 ? whenIdle(index, soon) : undefined), [all, index]);
  const found = useMemo(
    () => (query.trim() === '' ? all : searchIn(index(), query, keep)),
    [all, index, query, keep],
  );
  return { query, setQuery, found };
}
