import { useEffect, useMemo, useState } from 'react';
import { whenIdle } from '../when-idle';
import { fold } from './fold';
import { isWithinOneEdit } from './one-edit';
import { digitsOf, phoneQuery } from './phone-digits';

/** The words of all items. */
interface Words {
  /** Each word once. */
  readonly spellings: readonly string[];
  /** The letters of each spelling as a bit mask. */
  readonly letters: readonly number[];
  /** By item: the positions of its words in `spellings`, with `textEnd` between two texts. */
  readonly ofItem: readonly (readonly number[])[];
}

/** Items with their folded search texts, prepared once so that a keystroke only compares. */
interface SearchIndex<Item> {
  readonly items: readonly Item[];
  readonly texts: readonly string[];
  /** The digits of each item's phone number. */
  readonly phones: readonly string[];
  /** Only needed for a query that no text contains. */
  readonly words: () => Words;
}

interface SearchResult<Item> {
  /** In the index's order. */
  readonly results: readonly Item[];
  /** No text contains the query: the items found contain words that differ from it by one typo. */
  readonly similar: boolean;
}

/** Milliseconds. A user who opens a list may search it soon. */
const soon = { timeout: 1000, fallbackDelay: 200 };

const nothing: readonly never[] = [];
const notPinned = () => false;

/**
 * Prepares items for `searchIn` (§2 "searchable").
 *
 * @param textsOf the texts of an item in which a query may be found; a query never spans two of them
 * @param phoneOf its phone number, which a query finds by its digits
 */
function searchIndex<Item>(
  items: readonly Item[],
  textsOf: (item: Item) => readonly string[],
  phoneOf: (item: Item) => string,
): SearchIndex<Item> {
  const texts = items.map((item) => fold(textsOf(item).join('\n')));
  const phones = items.map((item) => digitsOf(phoneOf(item)));
  return { items, texts, phones, words: lazily(() => wordsOf(texts)) };
}

/**
 * Finds a query, ignoring case, accents and surrounding spaces, and a phone number or a part of it, however it is
 * written. If nothing contains it, finds the items that contain its words with one typo each.
 *
 * @param isPinned items to include regardless of the query
 * @returns all items for a blank query
 */
export function searchIn<Item>(
  { items, texts, phones, words }: SearchIndex<Item>,
  query: string,
  isPinned: (item: Item) => boolean = notPinned,
): SearchResult<Item> {
  const needle = fold(query.trim());
  const filter = (isMatch: (at: number) => boolean) => {
    let matchCount = 0;
    const results = items.filter((item, at) => {
      const match = isMatch(at);
      if (match) matchCount += 1;
      return match || isPinned(item);
    });
    return { results, matchCount };
  };
  const digits = phoneQuery(query);
  const has = (text: string | undefined, part: string) => text?.includes(part) ?? false;
  const exact = filter((at) => has(texts[at], needle) || (digits !== null && has(phones[at], digits)));
  // Another phone number is no typo.
  const isSimilar = exact.matchCount > 0 || digits !== null ? null : similarTo(words, needle);
  if (isSimilar === null) return { results: exact.results, similar: false };
  const { results, matchCount } = filter(isSimilar);
  return { results, similar: matchCount > 0 };
}

/** Separates the words of two texts, so that a query never spans them. */
const textEnd = -1;

function wordsOf(texts: readonly string[]): Words {
  const positions = new Map<string, number>();
  const positionOf = (word: string) => {
    if (word === '\n') return textEnd;
    const position = positions.get(word);
    if (position !== undefined) return position;
    positions.set(word, positions.size);
    return positions.size - 1;
  };
  // Everything beyond ASCII counts as a letter.
  const ofItem = texts.map((text) => (text.match(/[a-z0-9\u0080-\uffff]+|\n/g) ?? []).map(positionOf));
  const spellings = [...positions.keys()];
  return { spellings, letters: spellings.map(lettersOf), ofItem };
}

/** A bit for each letter from a to z; the other characters share the remaining six. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    letters |= 1 << (code >= 97 && code <= 122 ? code - 97 : 26 + (code % 6));
  }
  return letters;
}

/** Shorter words must be right: with a typo they would match half of the list. */
const forgivenFrom = 4;

/**
 * Returns whether an item has the words of the query in sequence, with one typo each, as a function of its position;
 * null if all words of the query are too short for that.
 */
function similarTo(wordsOfAll: () => Words, query: string): ((item: number) => boolean) | null {
  const terms = query.match(/[a-z0-9\u0080-\uffff]+/g) ?? [];
  if (terms.every(({ length }) => length < forgivenFrom)) return null;
  const words = wordsOfAll();
  // The last word may not be typed to its end yet.
  const [first, ...others] = terms.map((word, at) => matchesOf(word, words, at === terms.length - 1));
  return (item) =>
    words.ofItem[item]?.some(
      (word, start, sequence) =>
        first?.[word] === 1 &&
        others.every((matches, at) => matches[sequence[start + 1 + at] ?? textEnd] === 1),
    ) ?? false;
}

/** Marks the spellings with 1 that a word of a query matches. */
function matchesOf(word: string, { spellings, letters }: Words, isUnfinished: boolean): Uint8Array {
  const wordLetters = lettersOf(word);
  const isMatch = (spelling: string, itsLetters: number): boolean => {
    if (word.length < forgivenFrom) return isUnfinished ? spelling.startsWith(word) : spelling === word;
    // One edit adds one letter at most. This rules out almost all spellings.
    if (spelling.length < word.length - 1 || isMoreThanOneBit(wordLetters & ~itsLetters)) return false;
    return isWithinOneEdit(word, spelling, isUnfinished);
  };
  return Uint8Array.from(spellings, (spelling, at) => (isMatch(spelling, letters[at] ?? 0) ? 1 : 0));
}

const isMoreThanOneBit = (bits: number): boolean => (bits & (bits - 1)) !== 0;

/** Calls a function once, when its result is first needed. */
function lazily<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/**
 * Returns a function that returns the index of an array, the same one for all who search this array. It is built when
 * first needed. Describes the items as `searchIndex` does.
 */
export function sharedIndex<Item>(
  textsOf: (item: Item) => readonly string[],
  phoneOf: (item: Item) => string,
): (items: readonly Item[]) => () => SearchIndex<Item> {
  const indexes = new WeakMap<readonly Item[], () => SearchIndex<Item>>();
  return (items) => {
    const index = indexes.get(items) ?? lazily(() => searchIndex(items, textsOf, phoneOf));
    indexes.set(items, index);
    return index;
  };
}

/**
 * The query of a search box and its results. The box updates immediately and passes the query on in a transition.
 *
 * @param items undefined while loading; pass stable references for the array and all functions
 * @param indexOf made by `sharedIndex`
 */
export function useTextSearch<Item>(
  items: readonly Item[] | undefined,
  indexOf: (items: readonly Item[]) => () => SearchIndex<Item>,
  isPinned: (item: Item) => boolean = notPinned,
) {
  const [query, setQuery] = useState('');
  const all = items ?? nothing;
  // The first rows need no index: build it when idle, or on the first key press if that comes first.
  const index = indexOf(all);
  useEffect(() => (all.length > 0 ? whenIdle(() => index().words(), soon) : undefined), [all, index]);
  const result = useMemo(
    (): SearchResult<Item> =>
      query.trim() === '' ? { results: all, similar: false } : searchIn(index(), query, isPinned),
    [all, index, query, isPinned],
  );
  return { query, setQuery, ...result };
}
