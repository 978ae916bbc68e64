import type { CounterState } from '../db/counters';
import type { Key, Row } from '../db/row';
import type { RowChange, TableRows } from '../db/row-changes';
import * as z from '../zod';
import { HIDDEN } from './log';
import type { Mock } from './mock';
import { requireLimits } from './read-request';
import {
  decodeShare,
  fromBase64Url,
  LONGEST_CODE,
  packState,
  type SharedState,
  stateFields,
  toBase64Url,
  unpackState,
} from './share-code';

/**
 * Capsules: version 2 of the share code. Beside the state of version 1 they hold what differs from the seed, who is signed
 * in, what is open, and for a bug a note and the last requests. No password, code or token: see `hideSecrets`.
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
const pointFields = {
  ...stateFields,
  d: z.optional(z.record(z.string(), tableChanges)),
  k: z.strictObject({ seed: z.number(), drawn: count, sequences: z.record(z.string(), count) }),
  /** The email of the signed-in account. */
  w: z.nullable(text(320)),
  v: z.nullable(viewSchema),
};
const pointWire = z.strictObject(pointFields);
type PointWire = z.output<typeof pointWire>;

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
export type CapsuleBug = Readonly<z.output<typeof bugSchema>>;

const capsuleWire = z.strictObject({ ...pointFields, m: z.string(), b: z.optional(bugSchema) });
type CapsuleWire = z.output<typeof capsuleWire>;

const fileSchema = z.strictObject({ format: z.string(), code: z.string() });

/** A state, ready to be encoded. */
export interface CapsuleState extends SharedState {
  readonly changes: readonly RowChange[];
  readonly counters: CounterState;
  readonly account: string | null;
  readonly view: PageView | null;
}

interface Capsule {
  /** What `restore` takes, for a link. */
  readonly code: string;
  /** Whether the code is short enough for a link; else it is saved as a file. */
  readonly fitsLink: boolean;
  /** The text of a file, which `restore` takes as well. */
  readonly file: string;
}

/** What is in a capsule, validated. */
export interface CapsuleContent {
  readonly state: SharedState;
  /** By table. Their rows are validated when the capsule is opened. */
  readonly changes: ReadonlyMap<string, TableChanges>;
  /** Null in a link of version 1: the counters of fresh data. */
  readonly counters: CounterState | null;
  readonly account: string | null;
  readonly view: PageView | null;
  readonly bug: CapsuleBug | null;
}

const damaged = () => new Error('The capsule is damaged: nothing was changed.');
const formatOf = ({ name }: Mock) => `${name}-capsule`;
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

function packTable(changes: readonly RowChange[]): TableChanges {
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

function packChanges(changes: readonly RowChange[]): Record<string, TableChanges> {
  const tables = new Map<string, RowChange[]>();
  for (const change of changes) {
    const known = tables.get(change.table);
    if (known) known.push(change);
    else tables.set(change.table, [change]);
  }
  return Object.fromEntries([...tables].map(([table, list]) => [table, packTable(list)]));
}

const packPoint = (mock: Mock, state: CapsuleState): PointWire => ({
  ...packState(mock, state),
  d: packChanges(state.changes),
  k: state.counters,
  w: state.account,
  // An address that this would not read again is left out.
  v: viewSchema.safeParse(state.view).success ? state.view : null,
});

/** A copy with every text and field replaced. */
function mapped(
  value: unknown,
  ofText: (text: string) => string,
  ofField?: (name: string, value: string) => string,
): unknown {
  if (typeof value === 'string') return ofText(value);
  if (Array.isArray(value)) return value.map((held) => mapped(held, ofText, ofField));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      ofField && secretFields.has(name) && typeof held === 'string'
        ? ofField(name, held)
        : mapped(held, ofText, ofField),
    ]),
  );
}

/** Codes and tokens of the rows, each with a number of the same length that replaces it. */
function placeholdersFor({ d = {} }: PointWire): ReadonlyMap<string, string> {
  const placeholders = new Map<string, string>();
  for (const tables of Object.values(d)) {
    for (const row of [...(tables.i ?? []), ...(tables.c ?? []).map(([, changed]) => changed)]) {
      for (const [name, value] of Object.entries(row)) {
        if (!secretFields.has(name) || name === 'password' || typeof value !== 'string') continue;
        // Shorter ones would be ordinary words elsewhere.
        if (value.length < 4 || placeholders.has(value)) continue;
        placeholders.set(value, String(placeholders.size + 1).padStart(value.length, '0'));
      }
    }
  }
  return placeholders;
}

/**
 * Passwords are hidden. Codes and tokens are replaced, everywhere by the same number, so that a mail's code and link still
 * work for who opens the capsule. In requests they are hidden.
 */
function hideSecrets({ b: bug, ...point }: CapsuleWire): CapsuleWire {
  const placeholders = placeholdersFor(point);
  const clean = (held: string) => held.replaceAll(/[\w-]+/g, (word) => placeholders.get(word) ?? word);
  const rowField = (name: string, value: string) => (name === 'password' ? HIDDEN : clean(value));
  const tables = Object.fromEntries(
    Object.entries(point.d ?? {}).map(([table, { d: removed, c, i }]) => [
      table,
      // Keys are those of the seed.
      {
        ...(removed && { d: removed }),
        ...(c && { c: c.map(([id, changed, ...gone]) => [id, mapped(changed, clean, rowField), ...gone]) }),
        ...(i && { i: mapped(i, clean, rowField) }),
      },
    ]),
  );
  const cleaned = {
    ...point,
    d: tables,
    v: point.v && { ...point.v, path: clean(point.v.path) },
    ...(bug && { b: { note: clean(bug.note), requests: mapped(bug.requests, clean) } }),
  };
  return cleaned as CapsuleWire;
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
) {
  const writer = stream.writable.getWriter();
  // A damaged stream rejects here and in the reader; that one is awaited.
  void writer.write(bytes).catch(() => undefined);
  void writer.close().catch(() => undefined);
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.readable.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    size += read.value.length;
    if (size > most) {
      void reader.cancel().catch(() => undefined);
      throw new Error(`more than ${most} bytes`);
    }
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

async function codeOf(wire: CapsuleWire): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(wire));
  const packed = await through(json, new CompressionStream('deflate'), LONGEST_JSON);
  let bytes = '';
  for (const byte of packed) bytes += String.fromCharCode(byte);
  return `${VERSION}.${toBase64Url(bytes)}`;
}

/** A body as it is reported: without secrets, and cut if it is long. */
export function reportedBody(body: unknown): unknown {
  const value = mapped(
    body,
    (held) => held,
    () => HIDDEN,
  );
  const json = JSON.stringify(value) ?? '';
  return json.length <= LONGEST_BODY
    ? value
    : `${json.slice(0, LONGEST_BODY)}… [cut, ${json.length} characters]`;
}

/**
 * Encodes a state, and a bug that was seen in it, without passwords, codes and tokens.
 *
 * @throws Error if there are too many changes
 */
export async function encodeCapsule(
  mock: Mock,
  state: CapsuleState,
  bug: CapsuleBug | null,
): Promise<Capsule> {
  const point = { ...packPoint(mock, state), m: madeBy(mock) };
  const encoded = (requests: CapsuleBug['requests']) =>
    codeOf(hideSecrets({ ...point, ...(bug && { b: { note: bug.note, requests } }) }));
  let requests = bug?.requests ?? [];
  let code = await encoded(requests);
  while (code.length > LONGEST_REPORT && requests.length > 0) {
    requests = requests.slice(Math.ceil(requests.length / 2));
    code = await encoded(requests);
  }
  if (code.length > LONGEST_FILE) {
    throw new Error('Too much data was changed for a capsule. Export all of it in the Data tab instead.');
  }
  return {
    code,
    fitsLink: code.length <= LONGEST_CODE,
    file: JSON.stringify({ format: formatOf(mock), code }),
  };
}

/** Throws for any text that no capsule has. */
async function parsed(body: string): Promise<unknown> {
  const packed = Uint8Array.from(fromBase64Url(body), (character) => character.charCodeAt(0));
  const bytes = await through(packed, new DecompressionStream('deflate'), LONGEST_JSON);
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
    return { state, changes: new Map(), counters: null, account: null, view: null, bug: null };
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
    changes: new Map(Object.entries(d ?? {})),
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
  for (const table of changes.keys()) if (!Object.hasOwn(seeded, table)) throw damaged();
  return Object.fromEntries(
    Object.entries(seeded).map(([table, rows]) => [
      table,
      rowsAfter(rows, keyOf(table), changes.get(table) ?? {}),
    ]),
  );
}
