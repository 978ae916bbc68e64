import * as z from 'zod/mini';
import { freezeRow, isFrozenRow } from '../db/row';

type Schema = z.core.$ZodType;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a frozen row the last result: most rows of a long list are unchanged on the next call. */
const results = new WeakMap<object, { readonly schema: Schema; readonly result: object }>();

function declaredFields(schema: z.core.$ZodObject, value: Record<string, unknown>): object {
  const last = results.get(value);
  if (last?.schema === schema) return last.result;
  const { shape } = schema._zod.def;
  const fields = Object.entries(value)
    .filter(([name]) => Object.hasOwn(shape, name))
    .map(([name, field]) => [name, shape[name] ? onlyDeclared(shape[name], field) : field] as const);
  const isSame =
    fields.length === Object.keys(value).length && fields.every(([name, field]) => field === value[name]);
  const result = isSame ? value : Object.fromEntries(fields);
  if (isFrozenRow(value)) results.set(value, { schema, result: isSame ? value : freezeRow(result) });
  return result;
}

/** What either of two selections from one value has. */
function joined(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((entry, at) => joined(entry, other[at]));
  if (one === other || !isRecord(one) || !isRecord(other)) return one;
  const fields = Object.entries({ ...other, ...one });
  return Object.fromEntries(
    fields.map(([name, field]) => [name, Object.hasOwn(other, name) ? joined(field, other[name]) : field]),
  );
}

/**
 * Returns a response's body without the fields that its schema doesn't declare: a table's row has columns that the real
 * API keeps to itself. A schema with a catch-all, such as `z.looseObject`, takes all fields.
 */
export function onlyDeclared(schema: Schema, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return isRecord(value) && !def.catchall ? declaredFields(schema as z.core.$ZodObject, value) : value;
    case 'array': {
      if (!Array.isArray(value)) return value;
      return value.map((entry) => onlyDeclared(def.element, entry));
    }
    case 'tuple': {
      if (!Array.isArray(value)) return value;
      return value.map((entry, at) => {
        const declared = def.items[at] ?? def.rest;
        return declared ? onlyDeclared(declared, entry) : entry;
      });
    }
    case 'intersection':
      return joined(onlyDeclared(def.left, value), onlyDeclared(def.right, value));
    case 'record':
      if (!isRecord(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [name, onlyDeclared(def.valueType, entry)]),
      );
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return value === null || value === undefined ? value : onlyDeclared(def.innerType, value);
    case 'pipe':
      return onlyDeclared(def.in, value);
    case 'lazy':
      return onlyDeclared(def.getter(), value);
    case 'union': {
      const option = def.options.find((candidate) => z.safeParse(candidate, value).success);
      return option ? onlyDeclared(option, value) : value;
    }
    default:
      return value;
  }
}
