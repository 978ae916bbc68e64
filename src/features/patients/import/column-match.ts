import { frequencyOptions, shippingTypes } from '@/contract/constants';
import { isAge, isEmail } from '@/contract/fields';
import {
  type ColumnMatch,
  type ColumnTarget,
  type FileColumns,
  importColumns,
  type SourceColumn,
} from '@/domain/patient-import';
import { readDatabase, writeDatabase } from '@/lib/database';
import { hashOf } from '@/lib/hash';
import { isWithinOneEdit } from '@/lib/search/one-edit';
import { isPhone, isState, plain } from '../row-issues';

/** Every target, in the order in which the user is asked. */
export const columnTargets: readonly ColumnTarget[] = importColumns.flatMap(({ key }): ColumnTarget[] => {
  if (key === 'name') return [key, 'lastName'];
  return key === 'street' ? [key, 'addressLine2'] : [key];
});

/** The match of a file with the header row of the sample file: by position (§5 "Spreadsheet import"). */
const matchByPosition: ColumnMatch = {
  name: 0,
  lastName: null,
  email: 1,
  phone: 2,
  age: 3,
  street: 4,
  addressLine2: null,
  city: 5,
  postalCode: 6,
  state: 7,
  country: 8,
  shippingType: 9,
  frequency: 10,
  kitType: 11,
};

const noMatch: Readonly<Record<ColumnTarget, number | null>> = {
  name: null,
  lastName: null,
  email: null,
  phone: null,
  age: null,
  street: null,
  addressLine2: null,
  city: null,
  postalCode: null,
  state: null,
  country: null,
  shippingType: null,
  frequency: null,
  kitType: null,
};

/** Headers that name a target, reduced to letters and digits. The first ones are the most common. */
const names: Readonly<Record<ColumnTarget, readonly string[]>> = {
  name: ['name', 'fullname', 'patient', 'client'],
  lastName: ['lastname', 'surname', 'last'],
  email: ['email', 'mail'],
  phone: ['phone', 'mobile', 'cell', 'telephone'],
  age: ['age'],
  street: ['street', 'address', 'address1', 'line1', 'shippingaddress'],
  addressLine2: ['addressline2', 'address2', 'apt', 'suite', 'unit'],
  city: ['city', 'town'],
  postalCode: ['postalcode', 'zip', 'zipcode', 'postcode'],
  state: ['state', 'province'],
  country: ['country'],
  shippingType: ['shippingtype', 'shipping'],
  frequency: ['frequency'],
  kitType: ['kittype', 'kit'],
};

/** Headers of a first name, which is the start of a name. */
const firstNames: ReadonlySet<string> = new Set(['firstname', 'givenname', 'first']);

/** Words of headers about another person or thing, such as "Emergency contact phone". */
const otherSubject =
  /emergency|guardian|insur|provider|doctor|physician|referr|employer|parent|billing|spouse|partner|opt|consent|verified|birth|dob|notes?|comment|created|updated|status|bank|plan/;

const namesOther = (header: string): boolean => otherSubject.test(header.toLowerCase());

/** Words that name a target only if they are the whole header: "Patient", but not "Patient City". */
const partOfMany: ReadonlySet<string> = new Set(['patient', 'client', 'last', 'unit', 'address']);

/** Every sequence of words in a header, joined: "Patient E-mail" has "patient", "patiente", "patientemail", "email" ... */
function phrasesOf(header: string): ReadonlySet<string> {
  const words = header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map(plain)
    .filter((word) => word !== '')
    .slice(0, 8);
  const phrases = words.flatMap((_, start) =>
    words.slice(start).map((__, length) => words.slice(start, start + length + 1).join('')),
  );
  return new Set(phrases);
}

/** "First Name", and also "Client First Name"; "First" alone only if it is the whole header. */
const isFirstName = (header: string): boolean =>
  firstNames.has(plain(header)) ||
  [...phrasesOf(header)].some((phrase) => phrase !== 'first' && firstNames.has(phrase));

/** How surely a header names a target, 0 to 1. */
function headerScore(header: string, target: ColumnTarget): number {
  const text = plain(header);
  if (text === '') return 0;
  const position = names[target].indexOf(text);
  // Of several, the more common name is the likelier one.
  if (position >= 0) return 1 - position / 1000;
  if (isFirstName(header)) return target === 'name' ? 0.9 : 0;
  if (Object.values(names).some((aliases) => aliases.includes(text))) return 0;
  const phrases = phrasesOf(header);
  const best = names[target].reduce((score, name) => {
    if (name.length >= 4 && isWithinOneEdit(name, text)) return Math.max(score, 0.85);
    return name.length >= 3 && phrases.has(name) && !partOfMany.has(name)
      ? Math.max(score, 0.5 + (0.4 * name.length) / text.length)
      : score;
  }, 0);
  return namesOther(header) ? best * 0.4 : best;
}

const countries: ReadonlySet<string> = new Set(
  'us usa unitedstates unitedstatesofamerica canada mexico unitedkingdom uk gb greatbritain germany france spain italy ireland australia'.split(
    ' ',
  ),
);

const includes = (options: readonly string[]) => {
  const plainOptions = new Set(options.map(plain));
  return (text: string) => plainOptions.has(plain(text));
};

/** What the texts of a target look like. The texts of other targets have no form of their own. */
const looks: Partial<Record<ColumnTarget, (text: string) => boolean>> = {
  name: (text) => /^\p{L}[\p{L}'’.-]+(?:,? \p{L}[\p{L}'’.-]*)+$/u.test(text),
  email: isEmail,
  phone: isPhone,
  age: isAge,
  street: (text) => /^\d+[a-z]?[\s,-]+\p{L}/iu.test(text) || /^p\.? ?o\.? box/i.test(text),
  addressLine2: (text) => /^(?:#|(?:apt|apartment|unit|suite|ste|floor|fl|room|building|bldg)\b)/i.test(text),
  postalCode: (text) => /^(?:\d{4,5}(?:-?\d{4})?|[a-z]\d[a-z] ?\d[a-z]\d)$/i.test(text),
  state: isState,
  country: (text) => countries.has(plain(text)),
  shippingType: includes(shippingTypes),
  frequency: includes(frequencyOptions.flatMap(({ value, label }) => [value, label])),
  kitType: (text) => /^kit\s*\d+$/i.test(text),
};

/** 1, 2, 3: the numbers of a list, not ages. */
const isCounted = (samples: readonly string[]): boolean =>
  samples.length > 2 && samples.every((text, index) => Number(text) === Number(samples[0]) + index);

/** The share of sample texts that look like a target's; null if it has no form or no samples. */
function contentScore(target: ColumnTarget, samples: readonly string[]): number | null {
  const look = looks[target];
  if (look === undefined || samples.length === 0) return null;
  return samples.filter(look).length / samples.length;
}

/** Whether a column's texts look wrong for a target, such as names in the column of ages. */
export const looksWrong = (target: ColumnTarget, { samples }: SourceColumn): boolean =>
  target !== 'name' &&
  target !== 'street' &&
  target !== 'addressLine2' &&
  (contentScore(target, samples) ?? 1) < 0.5;

/** Targets whose texts are unmistakable: where they look otherwise, the header is wrong. */
const unmistakable: ReadonlySet<ColumnTarget> = new Set(['email', 'phone', 'age']);

/** Targets that texts alone hardly show: an open list, or a line that is often blank. */
const weakTargets: ReadonlySet<ColumnTarget> = new Set(['country', 'addressLine2']);

/** Below this score nothing is suggested. */
const leastScore = 0.45;

/** What texts that look like a target's add to the score where the header does not name it. */
const byContent = 0.5;

const choiceTargets: readonly ColumnTarget[] = ['state', 'shippingType', 'frequency', 'kitType'];

/** Whether the texts are choices of a short list. "3 Months" also looks like a street, and "New York" like a name. */
const areChoices = (samples: readonly string[]): boolean =>
  choiceTargets.some((target) => (contentScore(target, samples) ?? 0) * byContent >= leastScore);

/** Whether a header is a known name of a target. */
const isNamed = (target: ColumnTarget, { header }: SourceColumn): boolean =>
  names[target].includes(plain(header)) || (target === 'name' && firstNames.has(plain(header)));

/** Above the first share of matching texts a column is certain; below the second one it is ruled out. */
const contradiction = { likely: 0.8, unlikely: 0.2 } as const;

/**
 * Whether a column's header names a target. The header is doubted only where the column's texts don't look like the
 * target's, and the texts of a column with an unknown header do.
 */
function isSurely(target: ColumnTarget, source: SourceColumn, sources: readonly SourceColumn[]): boolean {
  if (!isNamed(target, source)) return false;
  // A column of emails is nothing else, whatever its header says.
  if (target !== 'email' && (contentScore('email', source.samples) ?? 0) > contradiction.likely) return false;
  if (!unmistakable.has(target) || (contentScore(target, source.samples) ?? 1) >= contradiction.unlikely)
    return true;
  return !sources.some(
    (other) =>
      !columnTargets.some((named) => isNamed(named, other)) &&
      (contentScore(target, other.samples) ?? 0) > contradiction.likely,
  );
}

function score(target: ColumnTarget, source: SourceColumn, sources: readonly SourceColumn[]): number {
  const { header, samples } = source;
  const named = headerScore(header, target);
  const content = contentScore(target, samples);
  if (isSurely(target, source, sources)) return named + 1 + 0.3 * (content ?? 0);
  // A column of emails is nothing else, whatever its header says.
  if (target !== 'email' && (contentScore('email', samples) ?? 0) > contradiction.likely) return 0;
  if (content === null) return named;
  if (namesOther(header)) return named;
  if (named > 0)
    return content < contradiction.unlikely && unmistakable.has(target) ? named * 0.4 : named + 0.3 * content;
  if (target === 'age' && isCounted(samples)) return 0;
  const isOfList = (target === 'name' || target === 'street') && areChoices(samples);
  return isOfList || weakTargets.has(target) ? 0 : content * byContent;
}

/** The score from which on a header of other words names a target, such as "Patient Name". */
const likelyTitle = 0.6;

/** The number of targets that the texts of a row name, so that it is likely to be the header. */
export const titlesIn = (texts: readonly string[]): number =>
  columnTargets.filter((target) =>
    texts.some((text) => !/\d/.test(text) && headerScore(text, target) >= likelyTitle),
  ).length;

/**
 * Suggests where each column of a file is, by its header and its first texts; each of the file's columns is suggested
 * once. If no header is known, or the header row looks like a patient, the position decides.
 *
 * @param columns with as many sample texts as there are to judge by
 */
export function suggestMatch({ sources, headerIsPatient }: FileColumns): ColumnMatch {
  const hasNamedHeader = sources.some(({ header }) =>
    columnTargets.some((target) => headerScore(header, target) >= leastScore),
  );
  if (headerIsPatient || !hasNamedHeader) return positions(sources);

  const candidates = columnTargets
    .flatMap((target) => sources.map((source) => ({ target, source, score: score(target, source, sources) })))
    .filter((candidate) => candidate.score >= leastScore)
    .sort((one, other) => other.score - one.score);
  const match = { ...noMatch };
  const used = new Set<number>();
  for (const { target, source } of candidates) {
    if (match[target] !== null || used.has(source.index)) continue;
    match[target] = source.index;
    used.add(source.index);
  }
  const nameHeader = sources.find(({ index }) => index === match.name)?.header ?? '';
  return isFirstName(nameHeader) ? match : { ...match, lastName: null };
}

/** The match by position, as far as a file has columns. */
function positions(sources: readonly SourceColumn[]): ColumnMatch {
  const present = new Set(sources.map(({ index }) => index));
  const match = { ...noMatch };
  for (const target of columnTargets) {
    const index = matchByPosition[target];
    if (index !== null && present.has(index)) match[target] = index;
  }
  return match;
}

/** Headers of the further columns in the file of error rows; the user is not asked about them. */
const ownHeaders: readonly string[] = ['rowinfile', 'problems'];

/**
 * Returns the match by position if a header row has the expected titles, or common names for them, in their positions
 * and nothing else; null if the user must be asked. The file of error rows counts, too, with its further columns.
 */
export function matchOfHeader(sources: readonly SourceColumn[]): ColumnMatch | null {
  const titleAt = new Map(sources.map(({ index, header }) => [index, plain(header)]));
  const isExpected = importColumns.every(({ key }, index) => names[key].includes(titleAt.get(index) ?? ''));
  if (!isExpected) return null;
  const further = sources.filter(({ index }) => index >= importColumns.length);
  const line2 = further.find(({ header }) => plain(header) === 'addressline2');
  const isOwn = further.every((source) => source === line2 || ownHeaders.includes(plain(source.header)));
  const hasOwn = further.some(({ header }) => ownHeaders.includes(plain(header)));
  if (!isOwn || (line2 !== undefined && !hasOwn)) return null;
  return { ...matchByPosition, addressLine2: line2?.index ?? null };
}

/** The column's letters in a spreadsheet program: 0 is A, 26 is AA. */
export function columnLetter(index: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (index % 26));
  return index < 26 ? letter : columnLetter(Math.floor(index / 26) - 1) + letter;
}

/** Milliseconds. A database that does not answer must not hold up the import. */
const patience = 1000;

/** The key of a header row and an account; null if the row can't be remembered. */
async function keyOf(
  account: string | null,
  { sources, headerIsPatient }: FileColumns,
): Promise<string | null> {
  if (account === null || headerIsPatient) return null;
  const headers = sources.filter(({ header }) => header !== '').map(({ index, header }) => [index, header]);
  return hashOf(JSON.stringify([account, headers]));
}

/** Returns a stored match without the columns that the file does not have; null for anything else. */
function toMatch(stored: unknown, { sources }: FileColumns): ColumnMatch | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const sourceIndexes = new Map<unknown, number>(sources.map(({ index }) => [index, index]));
  const indexes = new Map(Object.entries(stored));
  if (!columnTargets.every((target) => indexes.has(target))) return null;
  const entries = columnTargets.map((target) => [target, sourceIndexes.get(indexes.get(target)) ?? null]);
  return Object.fromEntries(entries) as ColumnMatch;
}

/**
 * Returns the match that an account confirmed for this header row before; null if there is none. It is in IndexedDB,
 * because login and logout clear local storage (§4). Called in the worker that reads the file.
 */
export async function recallColumns(
  account: string | null,
  columns: FileColumns,
): Promise<ColumnMatch | null> {
  const read = async () => {
    const key = await keyOf(account, columns);
    return key === null ? null : toMatch(await readDatabase('kitwell-import', key), columns);
  };
  const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
  return Promise.race([read(), late]).catch(() => null);
}

/** Remembers a confirmed match. A browser that denies it asks again next time. */
export async function rememberColumns(
  account: string | null,
  columns: FileColumns,
  match: ColumnMatch,
): Promise<void> {
  try {
    const key = await keyOf(account, columns);
    if (key !== null) await writeDatabase('kitwell-import', key, match);
  } catch {
    // Nothing is lost.
  }
}
