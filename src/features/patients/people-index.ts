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
  /** A number for how it sounds. */
  readonly sound: number;
  /** Whether words that sound so may be spellings of one: a single consonant says too little. */
  readonly isDistinct: boolean;
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
interface Vocabulary {
  readonly words: Map<string, Word>;
  readonly sounds: Map<string, number>;
}

function wordIn({ words, sounds }: Vocabulary, text: string): Word {
  const found = words.get(text);
  if (found !== undefined) return found;
  const hasDigit = /\d/.test(text);
  const code = hasDigit ? '' : doubleMetaphone(text)[0];
  const sound = sounds.get(code) ?? sounds.size;
  sounds.set(code, sound);
  const word = { text, sound, isDistinct: code.length > 1, hasDigit };
  words.set(text, word);
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

const soundsAlike = (one: Word, other: Word): boolean => one.sound === other.sound && one.isDistinct;

const isAlike = (one: Word, other: Word): boolean =>
  !one.hasDigit &&
  !other.hasDigit &&
  (soundsAlike(one, other) ||
    (Math.min(one.text.length, other.text.length) >= editedFrom && isWithinOneEdit(one.text, other.text)));

/** Returns the words of the first list that are not in the second one; a word that is twice in one counts twice. */
function missingIn(words: readonly Word[], others: readonly Word[]): Word[] {
  const left: (Word | null)[] = others.slice();
  const missing: Word[] = [];
  for (const word of words) {
    const at = left.indexOf(word);
    if (at < 0) missing.push(word);
    else left[at] = null;
  }
  return missing;
}

/**
 * Whether two names of several words may be spellings of one: in any order, one word off by a letter or by its sound,
 * or both words by their sound; or one name has a further word.
 */
function isSameName(one: Known, other: Known): boolean {
  const isShorter = one.words.length <= other.words.length;
  const short = isShorter ? one.words : other.words;
  const long = isShorter ? other.words : one.words;
  if (short.length < 2) return false;
  // A number is no spelling of another. Asked first: lists of "Patient 1", "Patient 2" share everything else.
  for (const word of short) if (word.hasDigit && !long.includes(word)) return false;
  const missing = missingIn(short, long);
  const [first, second] = missing;
  if (first === undefined) return true;
  if (short.length < long.length || missing.length > 2) return false;
  const [otherFirst, otherSecond] = missingIn(long, short);
  if (otherFirst === undefined) return false;
  if (second === undefined) return isAlike(first, otherFirst);
  if (otherSecond === undefined) return false;
  const bothSound = (a: Word, b: Word) => soundsAlike(first, a) && soundsAlike(second, b);
  return bothSound(otherFirst, otherSecond) || bothSound(otherSecond, otherFirst);
}

function knownIn(vocabulary: Vocabulary, { name, email, age }: Person): Known {
  return {
    words: wordsOf(vocabulary, name),
    email: normalEmail(email),
    age: isAge(age) ? Number(age) : null,
  };
}

/** A birthday may lie between two entries. */
const agesAround = [-1, 0, 1] as const;

/** More than any age, and one more. */
const agesPerSound = 1024;

/** A list that people are in: those with this email, or those of one age with a word of one sound in their names. */
type Key = string | number;

/**
 * Under these keys a person is found by others that may be the same: names that are alike share the sound of a word. A
 * number has none.
 */
function keysOf({ words, email, age }: Known, ages: readonly number[] = [0]): Key[] {
  const keys: Key[] = email === '' ? [] : [email];
  if (age === null) return keys;
  for (const { sound, hasDigit } of words)
    if (!hasDigit) for (const step of ages) keys.push(sound * agesPerSound + age + step + 1);
  return keys;
}

/** In a list of a thousand people with one name, each is compared with this many of them. */
const mostCompared = 50;

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
  const vocabulary: Vocabulary = { words: new Map(), sounds: new Map() };
  /** The person asked for last: who is looked up is often added next. */
  let last: { readonly person: Person; readonly known: Known } | undefined;
  const knownOf = (person: Person): Known => {
    if (last?.person !== person) last = { person, known: knownIn(vocabulary, person) };
    return last.known;
  };
  const people = new Map<Id, Entry<Id>>();
  const lists = new Map<Key, Entry<Id>[]>();

  const remove = (id: Id) => {
    const entry = people.get(id);
    if (entry === undefined) return;
    people.delete(id);
    for (const key of keysOf(entry.known)) {
      const others = lists.get(key)?.filter((other) => other !== entry) ?? [];
      if (others.length > 0) lists.set(key, others);
      else lists.delete(key);
    }
  };

  return {
    remove,
    set(id, person) {
      remove(id);
      const entry = { id, known: knownOf(person) };
      people.set(id, entry);
      // A name may have two words of one sound.
      for (const key of new Set(keysOf(entry.known))) {
        const list = lists.get(key);
        if (list === undefined) lists.set(key, [entry]);
        else list.push(entry);
      }
    },
    like(person, self) {
      const wanted = knownOf(person);
      const found = new Map<Id, Likeness<Id>>();
      for (const key of keysOf(wanted, agesAround)) {
        const list = lists.get(key) ?? [];
        const by = key === wanted.email ? 'email' : 'name';
        for (let at = 0; at < list.length && at < mostCompared; at += 1) {
          const entry = list[at];
          if (entry === undefined || entry.id === self || found.has(entry.id)) continue;
          if (by === 'email' || isSameName(wanted, entry.known)) found.set(entry.id, { id: entry.id, by });
        }
      }
      return [...found.values()];
    },
  };
}
