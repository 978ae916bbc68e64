import { doubleMetaphone } from 'double-metaphone';
import { isAge, normalEmail } from '@/contract/fields';
import { isWithinOneEdit } from '@/lib/search/one-edit';

/** What may show that two entries are the same person. The product knows an age, not a date of birth (SPEC §3). */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly age: string;
}

/** A person who may be the same: the same email, or a name spelled alike at about the same age. */
export interface Likeness<Id> {
  readonly id: Id;
  readonly by: 'email' | 'name';
}

interface Word {
  readonly text: string;
  /** How it sounds. */
  readonly code: string;
  readonly hasDigit: boolean;
}

interface Known {
  readonly words: readonly Word[];
  readonly email: string;
  /** Null if it is not an age. */
  readonly age: number | null;
}

/** Titles and suffixes are not part of a name. */
const titles: ReadonlySet<string> = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'prof',
  'jr',
  'sr',
  'ii',
  'iii',
  'md',
  'phd',
]);

/** Letters that do not consist of a letter and a mark. */
const otherLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** The words of one list: many people share a name, and its sound takes the longest to find. */
type Vocabulary = Map<string, Word>;

function wordIn(vocabulary: Vocabulary, text: string): Word {
  const found = vocabulary.get(text);
  if (found !== undefined) return found;
  const word = { text, code: doubleMetaphone(text)[0], hasDigit: /\d/.test(text) };
  vocabulary.set(text, word);
  return word;
}

function wordsOf(vocabulary: Vocabulary, name: string): Word[] {
  const words = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[ßøłđæœþ]/g, (letter) => otherLetters[letter] ?? letter)
    .replace(/[\p{M}'’.]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !titles.has(word));
  // An initial is a word only where there is nothing else.
  const long = words.filter((word) => word.length > 1);
  return (long.length > 1 ? long : words).map((text) => wordIn(vocabulary, text));
}

/** Shorter words differ by one letter too often. */
const editedFrom = 3;

const soundsAlike = (one: Word, other: Word): boolean => one.code === other.code && one.code.length > 1;

const isAlike = (one: Word, other: Word): boolean =>
  !one.hasDigit &&
  !other.hasDigit &&
  (soundsAlike(one, other) ||
    (Math.min(one.text.length, other.text.length) >= editedFrom && isWithinOneEdit(one.text, other.text)));

/** Returns the words of the first list that are not in the second one; a word that is twice in one counts twice. */
function missingIn(words: readonly Word[], others: readonly Word[]): Word[] {
  const left: (Word | null)[] = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left[at] = null;
    return at < 0;
  });
}

/**
 * Whether two names of several words may be spellings of one: in any order, one word off by a letter or by its sound,
 * or both words by their sound; or one name has a further word.
 */
function isSameName(one: readonly Word[], other: readonly Word[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 2) return false;
  // A number is no spelling of another. Asked first: lists of "Patient 1", "Patient 2" share everything else.
  if (short.some((word) => word.hasDigit && !long.includes(word))) return false;
  const [first, second, ...more] = missingIn(short, long);
  if (first === undefined) return true;
  const [otherFirst, otherSecond] = missingIn(long, short);
  if (short.length < long.length || otherFirst === undefined || more.length > 0) return false;
  if (second === undefined) return isAlike(first, otherFirst);
  if (otherSecond === undefined) return false;
  const bothSound = (a: Word, b: Word) => soundsAlike(first, a) && soundsAlike(second, b);
  return bothSound(otherFirst, otherSecond) || bothSound(otherSecond, otherFirst);
}

/** A birthday may lie between two entries. */
const sameAge = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && Math.abs(one - other) <= 1;

function knownIn(vocabulary: Vocabulary, { name, email, age }: Person): Known {
  return {
    words: wordsOf(vocabulary, name),
    email: normalEmail(email),
    age: isAge(age) ? Number(age) : null,
  };
}

/**
 * Under these keys a person is found by others that may be the same: names that are alike share the sound of a word. A
 * number has none.
 */
function keysOf({ words, email, age }: Known, ages: readonly number[] = [0]): string[] {
  const keys = email === '' ? [] : [email];
  if (age === null) return keys;
  for (const { code, hasDigit } of words)
    if (!hasDigit) for (const step of ages) keys.push(`${age + step} ${code}`);
  return keys;
}

const agesAround = [-1, 0, 1];

/** In a list of a thousand people with one name, each is compared with this many of them. */
const mostCompared = 50;

function likeness(one: Known, other: Known): Likeness<unknown>['by'] | null {
  if (one.email !== '' && one.email === other.email) return 'email';
  return sameAge(one.age, other.age) && isSameName(one.words, other.words) ? 'name' : null;
}

interface Entry<Id> {
  readonly id: Id;
  readonly known: Known;
}

/** Finds people who may be in a list twice, without comparing each with each. */
export interface PeopleIndex<Id> {
  /** Adds a person, or replaces the one with this id. */
  set(id: Id, person: Person): void;
  remove(id: Id): void;
  /** Returns who may be the same person, without the one who has the id `self`. */
  like(person: Person, self?: Id): readonly Likeness<Id>[];
}

export function createPeopleIndex<Id>(): PeopleIndex<Id> {
  const vocabulary: Vocabulary = new Map();
  /** The person asked for last: who is looked up is often added next. */
  let last: { readonly person: Person; readonly known: Known } | undefined;
  const knownOf = (person: Person): Known => {
    if (last?.person !== person) last = { person, known: knownIn(vocabulary, person) };
    return last.known;
  };
  const people = new Map<Id, Entry<Id>>();
  const buckets = new Map<string, Set<Entry<Id>>>();

  const remove = (id: Id) => {
    const entry = people.get(id);
    if (entry === undefined) return;
    people.delete(id);
    for (const key of keysOf(entry.known)) {
      const bucket = buckets.get(key);
      bucket?.delete(entry);
      if (bucket?.size === 0) buckets.delete(key);
    }
  };

  return {
    remove,
    set(id, person) {
      remove(id);
      const entry = { id, known: knownOf(person) };
      people.set(id, entry);
      for (const key of keysOf(entry.known)) buckets.set(key, (buckets.get(key) ?? new Set()).add(entry));
    },
    like(person, self) {
      const wanted = knownOf(person);
      const found = new Map<Id, Likeness<Id>>();
      for (const key of keysOf(wanted, agesAround)) {
        let compared = 0;
        for (const { id, known } of buckets.get(key) ?? []) {
          if (compared === mostCompared) break;
          compared += 1;
          const by = id === self ? null : likeness(wanted, known);
          if (by) found.set(id, { id, by });
        }
      }
      return [...found.values()];
    },
  };
}
