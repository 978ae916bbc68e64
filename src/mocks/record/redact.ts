import { createHmac } from 'node:crypto';
import { isEmail } from '@/contract/fields';
import { isRecord } from '@/mocks/conformance/check-answer';

type Json = unknown;
type Kind = 'secret' | 'email' | 'id' | 'age' | 'date' | 'link' | 'text';

/** Replaces personal data and secrets of a recording. The same value always gets the same replacement. */
export interface Redactor {
  /** Reads the values of a body, so that they are also found in texts. Call it with every body before the first `body`. */
  learn(body: Json): void;
  body(body: Json, from: 'client' | 'server'): Json;
  /** A value outside a body: of a header, the query or a part of the path. */
  value(field: string, value: string): string;
  /** A text for people, such as a message: what was learned is replaced in it, the rest stays. */
  message(text: string): string;
}

/** Values that the product chooses from fixed lists. Everything else is replaced, also what the contract doesn't name. */
const harmless =
  /^(success|status|type|role|role_id|authorized|hasPaymentDetails|frequency|shipping_?type|price)$/i;
const secret = /pass|token|authorization|secret|otp|cookie|credential/i;
const id = /(^|_)(id|ids|no)$|[a-z](Id|Ids|No)$|^kit_?type$|^provider$|^clinic$/i;
const person = /name/i;
/** What may be an email address in a text. */
const token = /[^\s<>"'():,;]+/g;
const isoDay = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/;

/** The field of a part of a path. Plain words stay there, because they name what is asked for. */
export const PATH = 'path';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Shorter values are found by chance in other words. */
const SHORTEST_PHRASE = 5;
const SHORTEST_NAME = 3;

function kindOf(field: string, value: string): Kind {
  if (secret.test(field)) return 'secret';
  if (isEmail(value)) return 'email';
  if (/age$/i.test(field) && /^\d+$/.test(value)) return 'age';
  if (/^https?:\/\//i.test(value)) return 'link';
  if (isoDay.test(value)) return 'date';
  return id.test(field) ? 'id' : 'text';
}

/**
 * Creates a redactor.
 *
 * @param key makes the replacements of one recording differ from those of every other
 */
export function createRedactor(key: string): Redactor {
  const ids = new Map<string, string>();
  const phrases = new Map<string, string>();
  const names = new Map<string, string>();
  let longestFirst: [string, string][] | null = null;
  const digest = (kind: Kind, value: string) => createHmac('sha256', key).update(`${kind}:${value}`).digest();
  const shift = ((digest('date', '').readUInt16BE() % 52) + 1) * 7 * DAY_MS;

  /** A text of the same shape: letters for letters, digits for digits. */
  function scramble(text: string): string {
    let bytes = digest('text', text);
    let at = 0;
    return text.replace(/\p{L}|\d/gu, (sign) => {
      if (at === bytes.length) {
        bytes = digest('text', bytes.toString('hex'));
        at = 0;
      }
      const byte = bytes[at++] ?? 0;
      if (/\d/.test(sign)) return String(1 + (byte % 9));
      const letter = String.fromCharCode(97 + (byte % 26));
      return sign === sign.toLowerCase() ? letter : letter.toUpperCase();
    });
  }

  function link(value: string): string {
    if (!URL.canParse(value)) return scramble(value);
    const { origin, pathname, searchParams } = new URL(value);
    const query = new URLSearchParams([...searchParams].map(([field, held]) => [field, scramble(held)]));
    return `${origin}${pathname.split('/').map(scramble).join('/')}${query.size > 0 ? `?${query}` : ''}`;
  }

  function idFor(value: string): string {
    const known = ids.get(value);
    if (known !== undefined) return known;
    const next = ids.size + 1;
    const made = /^\d+$/.test(value) ? `${next}` : `id-${String(next).padStart(6, '0')}`;
    ids.set(value, made);
    return made;
  }

  const replacements: Readonly<Record<Kind, (value: string) => string>> = {
    // It keeps the rules of a password (SPEC §5).
    secret: (value) => `Redacted1!${digest('secret', value).toString('hex', 0, 8)}`,
    email: (value) =>
      `person-${digest('email', value.trim().toLowerCase()).toString('hex', 0, 5)}@example.com`,
    id: idFor,
    age: (value) => String((digest('age', value).readUInt16BE() % 99) + 1),
    date: (value) => {
      const time = Date.parse(value.slice(0, 10));
      if (Number.isNaN(time)) return scramble(value);
      return new Date(time - shift).toISOString().slice(0, 10) + value.slice(10);
    },
    link,
    text: (value) =>
      ids.get(value) ?? (value.includes('<') ? value.replace(/(?<=^|>)[^<]+/g, scramble) : scramble(value)),
  };

  function replace(field: string, value: string): string {
    if (value.trim() === '' || harmless.test(field)) return value;
    if (
      field === PATH &&
      /^[a-z]+(-[a-z]+)*$/.test(value) &&
      !value.split('-').some((word) => names.has(word))
    ) {
      return value;
    }
    return replacements[kindOf(field, value)](value);
  }

  /** Calls `visit` for each value of a body, with the name of its field. */
  function walk(field: string, held: Json, visit: (field: string, value: string) => void): void {
    if (typeof held === 'string' || typeof held === 'number') visit(field, String(held));
    else if (Array.isArray(held)) for (const item of held) walk(field, item, visit);
    else if (isRecord(held)) for (const [name, value] of Object.entries(held)) walk(name, value, visit);
  }

  function redact(field: string, held: Json, from: 'client' | 'server'): Json {
    if (typeof held === 'string') {
      // A client's message is what somebody typed; a server's is a text of the product, with what it was told.
      return field === 'message' && from === 'server' ? message(held) : replace(field, held);
    }
    if (typeof held === 'number') {
      const replaced = Number(replace(field, String(held)));
      return Number.isNaN(replaced) ? 0 : replaced;
    }
    if (Array.isArray(held)) return held.map((item) => redact(field, item, from));
    if (!isRecord(held)) return held;
    return Object.fromEntries(Object.entries(held).map(([name, value]) => [name, redact(name, value, from)]));
  }

  function message(text: string): string {
    let left = text.replace(token, (part) => (isEmail(part) ? replacements.email(part) : part));
    longestFirst ??= [...phrases].sort(([one], [other]) => other.length - one.length);
    for (const [phrase, replacement] of longestFirst)
      if (left.includes(phrase)) left = left.replaceAll(phrase, replacement);
    return left
      .replace(/\p{Lu}\p{L}{2,}/gu, (word) => names.get(word.toLowerCase()) ?? word)
      .replace(/\d{4,}/g, scramble);
  }

  return {
    message,
    value: replace,
    body: (body, from) => redact('', body, from),
    learn(body) {
      longestFirst = null;
      walk('', body, (field, value) => {
        if (field === 'message' || harmless.test(field) || value.trim() === '') return;
        const replaced = replace(field, value);
        if (value.length >= SHORTEST_PHRASE) phrases.set(value, replaced);
        if (!person.test(field)) return;
        for (const word of value.split(/[^\p{L}]+/u))
          if (word.length >= SHORTEST_NAME) names.set(word.toLowerCase(), scramble(word));
      });
    },
  };
}
