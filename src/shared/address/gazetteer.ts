import type { AddressSearch, AddressSuggestion, FoundAddress } from './address-search';
import { states, streets } from './gazetteer-places';

/** An address of the gazetteer. */
interface Entry {
  readonly house: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  /** What a word of a search may begin, in lower case. */
  readonly words: readonly string[];
}

const suggestionLimit = 5;
const country = 'United States';

/** Short forms that people type; every other word must be the beginning of one in the address. */
const longForms: Readonly<Record<string, readonly string[]>> = {
  st: ['street', 'saint'],
  ave: ['avenue'],
  rd: ['road'],
  dr: ['drive'],
  ln: ['lane'],
  ct: ['court'],
  pl: ['place'],
};

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** One address in every street of every city, with the same house number every time. */
const entries: readonly Entry[] = states.flatMap(([state, stateName, cities]) =>
  cities.flatMap(([city, postalCode]) =>
    streets.map((street, position) => {
      const house = String(10 + ((Number(postalCode) * 37 + position * 211) % 890));
      const words = [house, ...wordsIn(`${street} ${city} ${state} ${stateName} ${postalCode}`)];
      return { house, street, city, state, postalCode, words };
    }),
  ),
);

const streetLine = ({ house, street }: Entry): string => `${house} ${street}`;
const townLine = ({ city, state, postalCode }: Entry): string => `${city}, ${state} ${postalCode}`;

const begins = (word: string, typed: string): boolean =>
  word.startsWith(typed) || (longForms[typed]?.includes(word) ?? false);

const contains = ({ words }: Entry, typed: readonly string[]): boolean =>
  typed.every((part) => words.some((word) => begins(word, part)));

/** Addresses whose street begins as typed come first. */
function best(found: readonly Entry[], typed: readonly string[]): Entry[] {
  const [first = ''] = typed;
  const isFirst = ({ house, street }: Entry) => begins(house, first) || begins(street.toLowerCase(), first);
  return [...found.filter(isFirst), ...found.filter((entry) => !isFirst(entry))].slice(0, suggestionLimit);
}

/**
 * Entries that hold every typed word. A house number that no entry has is taken over, because the streets are known
 * and their houses are not.
 */
function find(text: string): Entry[] {
  const typed = wordsIn(text);
  const found = entries.filter((entry) => contains(entry, typed));
  const [house = '', ...rest] = typed;
  if (found.length > 0 || rest.length === 0 || !/^\d{1,5}$/.test(house)) return best(found, typed);
  const onStreet = entries.filter((entry) => contains(entry, rest));
  return best(onStreet, rest).map((entry) => ({ ...entry, house }));
}

/** Addresses in all fifty states for builds without a maps service: nothing is asked of anybody. */
function createGazetteer(): AddressSearch {
  const known = new WeakMap<AddressSuggestion, Entry>();

  function suggestionOf(entry: Entry): AddressSuggestion {
    const suggestion = {
      id: `${streetLine(entry)}, ${townLine(entry)}`,
      title: streetLine(entry),
      detail: townLine(entry),
    };
    known.set(suggestion, entry);
    return suggestion;
  }

  return {
    attribution: null,
    async suggest(text, _session, signal) {
      signal.throwIfAborted();
      return find(text).map(suggestionOf);
    },
    async resolve(suggestion): Promise<FoundAddress> {
      const entry = known.get(suggestion);
      if (entry === undefined) throw new Error('This suggestion is of another search.');
      const { city, state, postalCode } = entry;
      return {
        formatted: `${streetLine(entry)}, ${townLine(entry)}, USA`,
        city,
        state,
        country,
        postalCode,
      };
    },
  };
}

/** The offline address search (SPEC-NOTES "Places"): at least 300 addresses in all 50 states. */
export const gazetteer: AddressSearch = createGazetteer();
