import type { RoomControl } from '@kitwell/mock-engine/control';
import { forDisplay } from '@kitwell/mock-engine/engine/log';
import type { PanelOptions } from '@kitwell/mock-engine/engine/mock';
import * as z from 'zod/mini';

/** A row of any table, as plain JSON. */
export type DataRow = Readonly<Record<string, unknown>>;

/** A column of a table, with how its values are edited. */
export interface Field {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'time' | 'select' | 'json';
  readonly isNullable: boolean;
  /** The values of a `select`. */
  readonly options: readonly unknown[];
}

/** The part of a JSON schema that decides how a value is edited. */
interface ValueSchema {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly ValueSchema[];
}

function kindOf({ type, format }: ValueSchema = {}): Field['kind'] {
  if (type === 'string') return format === 'date-time' ? 'time' : 'text';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'boolean' : 'json';
}

function fieldOf(name: string, schema: ValueSchema): Field {
  // A simple nullable value is `{ type: ['string', 'null'] }`, others are `{ anyOf: [schema, { type: 'null' }] }`.
  const all =
    schema.anyOf ??
    (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]);
  const kinds = all.filter(({ type }) => type !== 'null');
  const options = kinds.flatMap((each) => each.enum ?? (each.const === undefined ? [] : [each.const]));
  const kind = options.length > 0 ? 'select' : kinds.length === 1 ? kindOf(kinds[0]) : 'json';
  return { name, kind, isNullable: kinds.length < all.length, options };
}

type RowSchema = ReturnType<RoomControl['db']['schemaOf']>;

const isZod = (schema: RowSchema): schema is z.core.$ZodType<object> => '_zod' in schema;

/** The columns of a table, from the schema of its rows: those named in `first` come first. */
export function fieldsOf(schema: RowSchema, first: readonly string[]): Field[] {
  const { properties = {} } = isZod(schema)
    ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    : schema;
  const fields = Object.entries(properties).map(([name, value]) =>
    fieldOf(name, typeof value === 'object' ? (value as ValueSchema) : {}),
  );
  const rankOf = ({ name }: Field) => (first.includes(name) ? first.indexOf(name) : first.length);
  return fields.sort((one, other) => rankOf(one) - rankOf(other));
}

/** `2026-03-02T15:30:05` in local time, as `<input type="datetime-local">` needs it. */
export function toLocalText(time: Date, precision: 'minutes' | 'seconds'): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, precision === 'minutes' ? 16 : 19);
}

/** A value as the text of its control; blank if there is none. */
function toText({ kind }: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (kind === 'json') return JSON.stringify(value);
  const isTime = kind === 'time' && typeof value === 'string' && !Number.isNaN(Date.parse(value));
  return isTime ? toLocalText(new Date(value), 'seconds') : String(value);
}

/** The value of a control's text. A text without a fitting value is returned as it is; the table rejects it. */
export function fromText({ kind, isNullable, options }: Field, text: string): unknown {
  if (text === '' && isNullable) return null;
  if (kind === 'number') return text === '' ? text : Number(text);
  if (kind === 'boolean') return text === 'true';
  if (kind === 'select') return options.find((option) => String(option) === text) ?? text;
  if (kind === 'time') {
    const time = new Date(text);
    return Number.isNaN(time.getTime()) ? text : time.toISOString();
  }
  return kind === 'json' ? JSON.parse(text) : text;
}

/** A row's values as texts, by field. Passwords and tokens are hidden, because a demo is often on a projector. */
export function textsOf(fields: readonly Field[], row: DataRow): Record<string, string> {
  const displayed = forDisplay(row) as DataRow;
  return Object.fromEntries(fields.map((field) => [field.name, toText(field, displayed[field.name])]));
}

/** The table to which a field's value refers; undefined if it refers to none, or identifies the row itself. */
export function targetOf(
  { references = {} }: PanelOptions,
  table: string,
  field: string,
): string | undefined {
  const target = references[`${table}.${field}`] ?? references[field];
  return target === table ? undefined : target;
}
