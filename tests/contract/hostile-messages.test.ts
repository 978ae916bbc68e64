import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declarationOf, operationNames } from '@/contract';
import type * as z from '@/contract/zod';

const cases = { numRuns: 1000 };

interface Shape {
  readonly type: string;
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly element?: { readonly _zod: { readonly def: Shape } };
  readonly options?: readonly { readonly _zod: { readonly def: Shape } }[];
}
const shapeOf = (schema: unknown): Shape => (schema as { _zod: { def: Shape } })._zod.def;

/** The schema's own property names, so that generated data is close to it. */
function namesIn(def: Shape): string[] {
  if (def.element) return namesIn(def.element._zod.def);
  if (def.options) return def.options.flatMap(({ _zod }) => namesIn(_zod.def));
  return Object.keys(def.shape ?? {});
}

/** Deeper values are slower to generate and add no new cases for code that reads by name. */
const small = { maxDepth: 1 };

const likely = fc.oneof(
  fc.constantFrom<unknown>(
    '0',
    '1',
    0,
    1,
    true,
    false,
    null,
    undefined,
    '',
    'a@b.io',
    '+12125550123',
    'https://a.io',
  ),
  fc.constantFrom<unknown>(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    2 ** 53,
    '\u0000',
    '\ud800',
    'javascript:alert(1)',
    [],
    {},
  ),
  fc.string(),
  fc.jsonValue(small),
);

/** Arbitrary values, and records and lists with the schema's own names. */
function hostileFor(schema: unknown): fc.Arbitrary<unknown> {
  const names = [...namesIn(shapeOf(schema)), '__proto__', 'constructor', 'toString'];
  const record = fc.dictionary(fc.constantFrom(...names), likely, { noNullPrototype: false });
  const full = fc.record(Object.fromEntries(names.slice(0, -3).map((name) => [name, likely])));
  // Parsed from JSON, where __proto__ is an ordinary key.
  const parsed = fc
    .tuple(fc.constantFrom(...names), fc.json(small))
    .map(([name, value]): unknown => JSON.parse(`{${JSON.stringify(name)}:${value}}`));
  return fc.oneof(
    fc.anything({ ...small, maxKeys: 3 }),
    fc.jsonValue(small),
    record,
    full,
    parsed,
    fc.array(fc.oneof(record, full), { maxLength: 4 }),
  );
}

const parts = operationNames.flatMap((name): [string, z.ZodMiniType][] => {
  const { path, query, body, ok } = declarationOf(name);
  const schemas: [string, z.ZodMiniType | undefined][] = [
    ['path', path],
    ['query', query],
    ['body', body],
    ['answer', ok.body],
  ];
  return schemas.flatMap(([part, schema]) => (schema ? [[`the ${part} of ${name}`, schema]] : []));
});

describe('a hostile message', () => {
  it.each(parts)('%s is parsed or rejected, and never throws', (_, schema) => {
    fc.assert(
      fc.property(hostileFor(schema), (message) => {
        const read = schema.safeParse(message);
        // Parsing is idempotent.
        if (read.success) expect(schema.safeParse(read.data)).toEqual({ success: true, data: read.data });
      }),
      cases,
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Reflect.has({}, 'polluted')).toBe(false);
  });

  it('has all calls in it', () => {
    expect(new Set(parts.map(([name]) => name.split(' ').at(-1)))).toEqual(new Set(operationNames));
  });
});

describe('a long answer with a fast parser beside its schema', () => {
  const lengthy = operationNames.filter((name) => declarationOf(name).ok.parseFast !== undefined);

  it.each(lengthy)('%s reads exactly as its schema reads it', (name) => {
    const { body, parseFast } = declarationOf(name).ok;
    const names = namesIn(shapeOf(body));
    const cell = fc.oneof(fc.string(), fc.constantFrom<unknown>(0, 1, null, 12.5, '', 1e308, false), likely);
    const row = fc.record(Object.fromEntries(names.map((key) => [key, cell])), { noNullPrototype: false });
    const near = fc.record(
      {
        ...Object.fromEntries(
          names.map((key) => [key, fc.oneof(fc.string(), fc.constant(null), fc.integer())]),
        ),
        patient_id: fc.string(),
        id: fc.integer(),
        authorized: fc.constantFrom(0, 1),
      },
      { noNullPrototype: false },
    );
    let finished = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: near }, row), { maxLength: 3 }), (rows) => {
        const inPlace: unknown = structuredClone(rows);
        if (!parseFast?.(inPlace)) return;
        finished += rows.length;
        expect(body.safeParse(rows)).toEqual({ success: true, data: inPlace });
      }),
      cases,
    );
    expect(finished).toBeGreaterThan(100);
  });
});
