import { createHmac } from 'node:crypto';
import { estimatedPatientCounts, frequencyOptions, noClinicId, shippingTypes } from '@/contract/constants';
import { declarationOf, operationNames } from '@/contract/contract';
import { isEmail } from '@/contract/fields';
import type { Notice } from '@/contract/notice';
import { isRecord } from '@/mocks/conformance/check-answer';

type Json = unknown;
type Kind = 'secret' | 'email' | 'id' | 'age' | 'date' | 'link' | 'text';

/** Replaces personal data and secrets of a recording. The same value always gets the same replacement. */
export interface Redactor {
  body(body: Json, from: 'client' | 'server'): Json;
  /** A value outside a body: of a header, the query or a part of the path. */
  value(field: string, value: string): string;
  /** The name of a field: only one that reads like the name of a field is kept. */
  field(name: string): string;
}

/** Values from fixed lists of the product (SPEC §3, §5) and of the stations of a kit. All others are replaced. */
const publicValues: ReadonlySet<string> = new Set([
  ...frequencyOptions.flatMap(({ value, label }) => [value, label]),
  ...shippingTypes,
  ...estimatedPatientCounts,
  noClinicId,
  ...['0', '1', 'yes', 'no', 'patient', 'provider', 'success', 'error'],
  ...['Order not placed', 'Order placed', 'Kit shipped', 'Kit delivered', 'Sample received', 'Results ready'],
]);

const secret = /pass|token|authorization|secret|otp|cookie|credential/i;
const id = /(^|_)(id|ids|no)$|[a-z](Id|Ids|No)$|^kit_?type$|^provider$|^clinic$/i;
const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;
/** The field of a part of a path. Plain words stay there, because they name what is asked for. */
export const PATH = 'path';

/** Characters of a text whose replacement is kept for the next time. */
const MOST_CACHED = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

const textsOf = (notice: Notice): string[] => {
  if (notice.kind === 'text') return [notice.text];
  if (notice.kind === 'server') return [notice.fallback];
  if (notice.kind === 'match') return [notice.otherwise, ...notice.cases.map(({ text }) => text)];
  return [];
};

/** Words that servers use in messages besides those of SPEC §8. */
const usualWords = `a an the is are was were be been has have had no not none of to in on at by for from with and or
  already exists exist found missing required invalid wrong expired failed error please try again later must cannot can
  could request response server internal unauthorized forbidden too many bad user account email password token code
  number length least most characters field value should valid does did do this that there it its your you`;

/** All words of the contract's messages: only these stay in a message of the server, so that no name gets through. */
const messageWords: ReadonlySet<string> = new Set(
  operationNames
    .map(declarationOf)
    .flatMap(({ notices, errorResponses = {} }) => [
      ...Object.values(notices).flatMap(textsOf),
      ...Object.values(errorResponses).flatMap(({ notice, example }) => [
        ...(notice === undefined ? [] : textsOf(notice)),
        example,
      ]),
    ])
    .concat(usualWords)
    .flatMap((text) => text.toLowerCase().match(/[a-z]+/g) ?? []),
);

/** The names of fields by which the contract distinguishes a server's messages, as servers write them. */
const fieldInMessage = /^(phone|e?mail|postal|zip)(no|num|number|address|code)?$/i;

const staysInMessage = (word: string): boolean =>
  messageWords.has(word.toLowerCase()) || fieldInMessage.test(word);

/** Whether a key reads like the name of a field; any other is data, as in an object that is used as a map. */
export const isFieldName = (name: string): boolean =>
  /^[A-Za-z_]+(\d{1,2}[A-Za-z_]*)?$|^[a-z]+(-[a-z]+)*$/.test(name);

function kindOf(field: string, value: string): Kind {
  if (secret.test(field)) return 'secret';
  if (isEmail(value)) return 'email';
  if (/age$/i.test(field) && /^\d+$/.test(value)) return 'age';
  if (/^https?:\/\//i.test(value)) return 'link';
  if (isoTime.test(value)) return 'date';
  return id.test(field) ? 'id' : 'text';
}

/**
 * Creates a redactor.
 *
 * @param key makes the replacements of one recording differ from those of every other
 */
export function createRedactor(key: string): Redactor {
  const ids = new Map<string, string>();
  const digest = (kind: Kind, value: string) => createHmac('sha256', key).update(`${kind}:${value}`).digest();

  const scrambled = new Map<string, string>();
  /** A text of the same shape: letters for letters, digits for digits. Lists repeat most of their texts. */
  function scramble(text: string): string {
    if (text.length > MOST_CACHED) return makeScrambled(text);
    const made = scrambled.get(text) ?? makeScrambled(text);
    scrambled.set(text, made);
    return made;
  }

  function makeScrambled(text: string): string {
    let bytes = digest('text', text);
    let at = 0;
    return text.replace(/\p{L}|\p{N}/gu, (sign) => {
      if (at === bytes.length) {
        bytes = digest('text', bytes.toString('hex'));
        at = 0;
      }
      const byte = bytes[at++] ?? 0;
      if (/\p{N}/u.test(sign)) return String(1 + (byte % 9));
      const letter = String.fromCharCode(97 + (byte % 26));
      return sign === sign.toLowerCase() ? letter : letter.toUpperCase();
    });
  }

  function link(value: string): string {
    if (!URL.canParse(value)) return scramble(value);
    const { pathname, search } = new URL(value);
    return `https://example.com${scramble(pathname + search)}`;
  }

  function idFor(value: string): string {
    const known = ids.get(value);
    if (known !== undefined) return known;
    const next = ids.size + 1;
    const made = /^\d+$/.test(value) ? `${next}` : `id-${String(next).padStart(6, '0')}`;
    ids.set(value, made);
    return made;
  }

  /** A day up to a year before, another one for each value. */
  function dateFor(value: string): string {
    const time = Date.parse(value.slice(0, 10));
    if (Number.isNaN(time)) return scramble(value);
    const days = 1 + (digest('date', value).readUInt16BE() % 365);
    return new Date(time - days * DAY_MS).toISOString().slice(0, 10) + value.slice(10);
  }

  const replacements: Readonly<Record<Kind, (value: string) => string>> = {
    // It keeps the rules of a password (SPEC §5).
    secret: (value) => `Redacted1!${digest('secret', value).toString('hex', 0, 8)}`,
    email: (value) =>
      `person-${digest('email', value.trim().toLowerCase()).toString('hex', 0, 5)}@example.com`,
    id: idFor,
    age: (value) => String((digest('age', value).readUInt16BE() % 99) + 1),
    date: dateFor,
    link,
    text: (value) => ids.get(value) ?? scramble(value),
  };

  function replace(field: string, value: string): string {
    if (value.trim() === '' || (publicValues.has(value) && !secret.test(field))) return value;
    if (field === PATH && /^[a-z]+(-[a-z]+)*$/.test(value)) return value;
    return replacements[kindOf(field, value)](value);
  }

  const message = (text: string): string =>
    text.replace(/[\p{L}\p{N}]+/gu, (word) => (staysInMessage(word) ? word : scramble(word)));

  // Marked, because the letters alone could read like a name.
  const fieldName = (name: string): string => (isFieldName(name) ? name : `*${scramble(name)}`);

  function redact(field: string, held: Json, from: 'client' | 'server'): Json {
    if (typeof held === 'string') {
      // A client's message is what a user typed; a server's is a text of the product.
      return field === 'message' && from === 'server' ? message(held) : replace(field, held);
    }
    if (typeof held === 'number') {
      const replaced = Number(replace(field, String(held)));
      return Number.isNaN(replaced) ? 0 : replaced;
    }
    if (Array.isArray(held)) return held.map((item) => redact(field, item, from));
    if (!isRecord(held)) return held;
    return Object.fromEntries(
      Object.entries(held).map(([name, value]) => [fieldName(name), redact(name, value, from)]),
    );
  }

  return { value: replace, field: fieldName, body: (body, from) => redact('', body, from) };
}
