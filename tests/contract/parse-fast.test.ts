import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '@/contract';

const { body: list, parseFast } = contract.fetchPatients.ok;

const texts = [
  'patient_name',
  'patient_email',
  'patient_phone',
  'patient_age',
  'patient_street',
  'patient_city',
  'patient_postal_code',
  'patient_state',
  'patient_country',
  'address_line_2',
];

const sound = (text: fc.Arbitrary<unknown>) =>
  fc.record({
    patient_id: fc.oneof(fc.string(), fc.integer()),
    id: fc.integer(),
    ...Object.fromEntries(texts.map((field) => [field, text])),
    authorized: fc.constantFrom(0, 1),
  });
/** With invisible characters, which are removed. */
const text = fc.string({ unit: fc.constantFrom('a', ' ', 'é', 'e\u0301', '\u200b', '\u202e', '\n') });
const usual = sound(fc.oneof(fc.string(), text, fc.integer(), fc.double({ noNaN: true }), fc.constant(null)));
const broken = fc
  .tuple(
    usual,
    fc.constantFrom('patient_id', 'id', 'authorized', 'extra', '__proto__', ...texts),
    fc.anything(),
    fc.boolean(),
  )
  .map(([row, field, value, drop]) =>
    Object.fromEntries(
      drop
        ? Object.entries(row).filter(([name]) => name !== field)
        : [...Object.entries(row), [field, value] as const],
    ),
  );
const bodies = fc.oneof(
  { weight: 4, arbitrary: fc.array(usual, { maxLength: 4 }) },
  { weight: 4, arbitrary: fc.array(fc.oneof(usual, broken), { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.anything() },
);

/** The list as the schema parses it, or `'rejected'`. */
const bySchema = (body: unknown) => {
  const { success, data } = list.safeParse(body);
  return success ? data : 'rejected';
};

describe('the short way to read a long patient list', () => {
  it('gives what the schema gives, or leaves it to the schema untouched in meaning', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const expected = bySchema(structuredClone(body));
        const read = structuredClone(body);
        expect(parseFast(read) ? read : bySchema(read)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('is taken for what a server of this product sends', () => {
    fc.assert(
      fc.property(fc.array(sound(fc.oneof(fc.string(), fc.integer(), fc.constant(null)))), (body) => {
        expect(parseFast(structuredClone(body))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
