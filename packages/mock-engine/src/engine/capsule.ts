import * as z from 'zod/mini';
import type { CounterState } from '../db/counters';
import type { Key, Row } from '../db/row';
import type { RowChange, TableRows } from '../db/row-changes';
import { HIDDEN } from './log';
import type { Mock } from './mock';
import { requireLimits } from './read-request';
import {
  decodeShare,
  fromBase64Url,
  packState,
  type SharedState,
  stateFields,
  toBase64Url,
  unpackState,
} from './share-code';

/**
 * Capsules: version 2 of the share code. Beside the state of version 1 they hold what differs from the seed, who is signed
 * in, what is open, and for a bug a note and the last requests. No password, code or token: see `withoutSecrets`.
 */

const VERSION = '2';
/** Characters of a code, and of its JSON. */
const LONGEST_FILE = 500_000;
const LONGEST_JSON = 8_000_000;
/** Characters of a code with requests: the oldest are left out if it is longer. */
const LONGEST_REPORT = 45_000;
/** The last requests of a bug report. */
export const MOST_REQUESTS = 50;
/** Characters of its note. */
export const LONGEST_NOTE = 5000;
/** Characters of a request or response in a bug report. */
const LONGEST_BODY = 1000;

const text = (longest: number) => z.string().check(z.maxLength(longest));
const key = z.union([z.string(), z.number()]);
const fields = z.record(z.string(), z.unknown());

/** What differs in one table. */
const tableChanges = z.strictObject({
  /** Keys of removed rows. */
  d: z.optional(z.array(key)),
  /** Key, changed fields, and the fields that the row no longer has. */
  c: z.optional(z.array(z.tuple([key, fields, z.optional(z.array(z.string()))]))),
  /** Added rows. */
  i: z.optional(z.array(fields)),
});
type TableChanges = z.output<typeof tableChanges>;

const storedTexts = z.record(z.string(), z.string());
/** What is open in the page: its address, and the values in the browser's storage that the product reads it from. */
const viewSchema = z.strictObject({
  /** With its query, relative to the base path of the build. */
  path: text(2000).check(z.regex(/^(?:[\w\-.~%!$&'()*+,;=:@?][\w\-.~%!$&'()*+,;=:@?/]*)?$/)),
  local: storedTexts,
  session: storedTexts,
});
export type PageView = z.output<typeof viewSchema>;

const count = z.int().check(z.gte(0), z.lte(1e12));
const requestSchema = z.strictObject({
  operation: text(2000),
  status: z.nullable(z.int()),
  branch: text(100),
  request: z.optional(z.unknown()),
  response: z.optional(z.unknown()),
});

/** Not strict: reports of earlier builds also have what the user did. */
const bugSchema = z.object({
  note: text(LONGEST_NOTE),
  requests: z.array(requestSchema).check(z.maxLength(MOST_REQUESTS)),
});
/** What a user reports about a bug. */
type CapsuleBug = Readonly<z.output<typeof bugSchema>>;

const capsuleWire = z.strictObject({
  ...stateFields,
  d: z.optional(z.record(z.string(), tableChanges)),
  k: z.strictObject({ seed: z.number(), drawn: count, sequences: z.record(z.string(), count) }),
  /** The email of the signed-in account. */
  w: z.nullable(text(320)),
  v: z.nullable(viewSchema),
  /** The name and version of the mock that made it. */
  m: z.string(),
  b: z.optional(bugSchema),
});
type CapsuleWire = z.output<typeof capsuleWire>;

const fileSchema = z.strictObject({ format: z.string(), code: z.string() });

/** What is in a capsule. */
export interface CapsuleContent {
  readonly state: SharedState;
  /** By table. Their rows are validated when the capsule is opened. */
  readonly changes: Readonly<Record<string, TableChanges>>;
  /** Null in a link of version 1: the counters of fresh data. */
  readonly counters: CounterState | null;
  readonly account: string | null;
  readonly view: PageView | null;
  readonly bug: CapsuleBug | null;
}

const damaged = () => new Error('The capsule is damaged: nothing was changed.');
/** Seeds and tables of another version are others, so its changes would not fit. */
const madeBy = ({ name, version }: Mock) => `${name} ${version}`;

const secretFields = new Set(['password', 'token', 'code', 'otp', 'authorization']);

/** The fields of a row that differ, and those that it no longer has. */
function changedFields(before: object, after: object): [Record<string, unknown>, string[]] {
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, field)),
  );
  return [Object.fromEntries(changed), Object.keys(before).filter((field) => !(field in after))];
}

/** Empty if only a password changed, which is left out. */
function changedRow(id: Key, before: object, after: object): NonNullable<TableChanges['c']> {
  const [{ password, ...changed }, gone] = changedFields(before, after);
  if (Object.keys(changed).length === 0 && gone.length === 0) return [];
  return [gone.length === 0 ? [id, changed] : [id, changed, gone]];
}

/** The changes of one table as a capsule has them. */
export function packChanges(changes: readonly RowChange[]): TableChanges {
  const removed = changes.flatMap(({ key: id, after }) => (after ? [] : [id]));
  const changed = changes.flatMap(({ key: id, before, after }) =>
    before && after ? changedRow(id, before, after) : [],
  );
  const added = changes.flatMap(({ before, after }) => (after && !before ? [{ ...after }] : []));
  return {
    ...(removed.length > 0 && { d: removed }),
    ...(changed.length > 0 && { c: changed }),
    ...(added.length > 0 && { i: added }),
  };
}

/** Codes and tokens of the rows, each with a number of the same length that replaces it. */
function placeholdersFor(changes: CapsuleContent['changes']): ReadonlyMap<string, string> {
  const tables = Object.values(changes);
  const rows = tables.flatMap(({ c = [], i = [] }) => [...i, ...c.map(([, changed]) => changed)]);
  const secrets = rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) =>
      secretFields.has(name) && name !== 'password' && typeof value === 'string' ? [value] : [],
    ),
  );
  // Those of the seed are known to all, and find its rows.
  const seeded = new Set(tables.flatMap(({ d = [], c = [] }) => [...d, ...c.map(([id]) => id)]));
  // Shorter ones would be ordinary words elsewhere.
  const replaced = [...new Set(secrets)].filter((secret) => secret.length >= 4 && !seeded.has(secret));
  return new Map(replaced.map((secret, at) => [secret, String(at + 1).padStart(secret.length, '0')]));
}

/**
 * The JSON of a capsule. Passwords are hidden. Codes and tokens are replaced, everywhere by the same number, so that a
 * mail's code and link still work for who opens the capsule.
 */
function withoutSecrets(wire: CapsuleWire): string {
  const placeholders = placeholdersFor(wire.d ?? {});
  return JSON.stringify(wire, (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (name === 'password') return HIDDEN;
    return value.replaceAll(/[\w-]+/g, (word) => placeholders.get(word) ?? word);
  });
}

/** @throws Error if more bytes come out of the stream than a capsule has */
async function through(
  bytes: string | Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  let size = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > LONGEST_JSON) throw damaged();
      controller.enqueue(chunk);
    },
  });
  const { body } = new Response(bytes);
  return new Uint8Array(
    await new Response(body?.pipeThrough(stream).pipeThrough(limit) ?? null).arrayBuffer(),
  );
}

async function codeOf(wire: CapsuleWire): Promise<string> {
  const packed = await through(withoutSecrets(wire), new CompressionStream('deflate'));
  let bytes = '';
  for (const byte of packed) bytes += String.fromCharCode(byte);
  return `${VERSION}.${toBase64Url(bytes)}`;
}

/** A body as it is reported: without secrets, and cut if it is long. */
export function reportedBody(body: unknown): unknown {
  const json = JSON.stringify(body ?? null, (name, value: unknown) =>
    secretFields.has(name) && typeof value === 'string' ? HIDDEN : value,
  );
  return json.length <= LONGEST_BODY
    ? JSON.parse(json)
    : `${json.slice(0, LONGEST_BODY)}… [cut, ${json.length} characters]`;
}

/**
 * Encodes a state, and a bug that was seen in it, without passwords, codes and tokens.
 *
 * @throws Error if there are too many changes
 */
export async function encodeCapsule(
  mock: Mock,
  { state, changes, counters, account, view, bug }: CapsuleContent & { readonly counters: CounterState },
): Promise<string> {
  const encoded = (requests: CapsuleBug['requests']) =>
    codeOf({
      ...packState(mock, state),
      d: changes,
      k: counters,
      w: account,
      // An address that this would not read again is left out.
      v: viewSchema.safeParse(view).success ? view : null,
      m: madeBy(mock),
      ...(bug && { b: { note: bug.note, requests } }),
    });
  let requests = bug?.requests ?? [];
  let code = await encoded(requests);
  while (code.length > LONGEST_REPORT && requests.length > 0) {
    requests = requests.slice(Math.ceil(requests.length / 2));
    code = await encoded(requests);
  }
  if (code.length > LONGEST_FILE) {
    throw new Error('Too much data was changed for a capsule. Export all of it in the Data tab instead.');
  }
  return code;
}

/** The text of a capsule's file. */
export const capsuleFile = ({ name }: Mock, code: string): string =>
  JSON.stringify({ format: `${name}-capsule`, code });

/** Throws for any text that no capsule has. */
async function parsed(body: string): Promise<unknown> {
  const packed = Uint8Array.from(fromBase64Url(body), (character) => character.charCodeAt(0));
  const bytes = await through(packed, new DecompressionStream('deflate'));
  const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  requireLimits(json);
  return JSON.parse(json, (name, value: unknown) => {
    if (name === '__proto__') throw damaged();
    return value;
  });
}

/** The code in a link, a file or a text that is the code itself. */
function codeIn(capsule: string): string {
  const trimmed = capsule.trim();
  if (URL.canParse(trimmed)) {
    const { searchParams, hash } = new URL(trimmed);
    return searchParams.get('mock') ?? /^#mock=(.*)$/.exec(hash)?.[1] ?? trimmed;
  }
  if (!trimmed.startsWith('{')) return trimmed;
  try {
    const file = fileSchema.safeParse(JSON.parse(trimmed));
    return file.success ? file.data.code : trimmed;
  } catch {
    return trimmed;
  }
}

/**
 * Reads a capsule or a share link of any version. It is untrusted, so everything but the rows is validated; those are by
 * their tables when they are stored.
 *
 * @param capsule a link, a file's text, or a code
 * @throws Error if it is damaged or of another version
 */
export async function decodeCapsule(mock: Mock, capsule: string): Promise<CapsuleContent> {
  if (capsule.length > 2 * LONGEST_FILE) throw damaged();
  const code = codeIn(capsule);
  if (!code.startsWith(`${VERSION}.`)) {
    if (capsule.trim().startsWith('{')) throw damaged();
    const state = decodeShare(mock, code);
    return { state, changes: {}, counters: null, account: null, view: null, bug: null };
  }
  const body = code.slice(VERSION.length + 1);
  if (code.length > LONGEST_FILE || !/^[\w-]+$/.test(body)) throw damaged();
  const json = await parsed(body).catch(() => {
    throw damaged();
  });
  const wire = capsuleWire.safeParse(json);
  if (!wire.success) {
    const { m: by } = z.looseObject({ m: z.optional(z.unknown()) }).safeParse(json).data ?? {};
    if (typeof by === 'string' && by !== madeBy(mock)) throw otherVersion();
    throw damaged();
  }
  const { b: bug, m: by, d, k, w, v, ...state } = wire.data;
  if (by !== madeBy(mock)) throw otherVersion();
  return {
    state: unpackState(mock, state, damaged()),
    changes: d ?? {},
    counters: k,
    account: w,
    view: v,
    bug: bug ?? null,
  };
}

const otherVersion = () =>
  new Error('The capsule was made by another version of this demo: nothing was changed.');

/** The rows of a table after the changes of a capsule. Throws if a row that it changes is not there. */
function rowsAfter(rows: readonly Row[], keyField: string, { d = [], c = [], i = [] }: TableChanges): Row[] {
  const held = new Map<Key, Row>(rows.map((row) => [Reflect.get(row, keyField), row]));
  for (const [id, changed, gone = []] of c) {
    const before = held.get(id);
    if (!before) throw damaged();
    const kept = Object.entries(before).filter(([field]) => !gone.includes(field));
    held.set(id, { ...Object.fromEntries(kept), ...changed });
  }
  for (const id of d) if (!held.delete(id)) throw damaged();
  return [...held.values(), ...i];
}

/**
 * The seed's tables with the changes of a capsule.
 *
 * @throws Error for a table that there is not, or a row that the seed does not have
 */
export function applyCapsule(
  seeded: TableRows,
  changes: CapsuleContent['changes'],
  keyOf: (table: string) => string,
): TableRows {
  for (const table of Object.keys(changes)) if (!Object.hasOwn(seeded, table)) throw damaged();
  return Object.fromEntries(
    Object.entries(seeded).map(([table, rows]) => [
      table,
      rowsAfter(rows, keyOf(table), changes[table] ?? {}),
    ]),
  );
}
