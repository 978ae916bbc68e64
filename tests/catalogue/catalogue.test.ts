import { branchesOf, textOf } from '@kitwell/mock-engine/declaration';
import { describe, expect, it } from 'vitest';
import { declarationOf, noticeOf, operationNames } from '@/contract';
import { catalogue } from './catalogue';

const entries = Object.entries(catalogue);
const sorted = (names: readonly string[]) => [...names].sort();

describe('the catalogue of §8', () => {
  it('has a row for every branch of every call, and for nothing else', () => {
    const written = entries.map(([operation, { rows }]) => [operation, sorted(Object.keys(rows))]);
    const answered = operationNames
      .map(declarationOf)
      .map((declared) => [declared.operation, sorted(branchesOf(declared))]);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(answered));
  });
});

interface Shape {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly shape?: Readonly<Record<string, unknown>>;
      readonly element?: Shape;
      readonly options?: readonly Shape[];
    };
  };
}

/** The sorted keys of a schema. */
function keysOf(schema: Shape | undefined): string {
  if (schema === undefined) return '';
  const { def } = schema._zod;
  if (def.element) return keysOf(def.element);
  if (def.options) return def.options.map(keysOf).join(' | ');
  return Object.keys(def.shape ?? {})
    .sort()
    .join(' ');
}

const sortedKeys = (keys: string) =>
  keys
    .split(' | ')
    .map((part) => part.split(' ').sort().join(' '))
    .join(' | ');

const who = { required: 'auth', optional: 'auth if any', none: 'none' } as const;
const declared = new Map(
  operationNames.map((name) => {
    const { operation, auth, ok, body, query } = declarationOf(name);
    return [
      operation as string,
      { auth: who[auth], status: ok.status, keys: keysOf((body ?? query) as Shape) },
    ];
  }),
);

describe('the calls of the product', () => {
  it.each(entries)(
    '%s requires and sends what the specification defines',
    (operation, { auth, status, sends }) => {
      expect(declared.get(operation)).toEqual({ auth, status, keys: sortedKeys(sends) });
    },
  );
});

describe('the text of an answer that the contract does not declare', () => {
  const unexpected = 'Unexpected error occurred. Please try again later.';
  /** Where §8 shows another text than after a 500 without a message. */
  const others: Readonly<Record<string, Readonly<Record<number, string>>>> = {
    'POST /alert/request-address-confirmation-single-patient': { 429: unexpected, 503: unexpected },
    'POST /booking/send-invitation': { 429: 'Too many requests', 503: 'Service unavailable' },
  };
  const answers = [
    [429, 'Too many requests'],
    [503, 'Service unavailable'],
  ] as const;

  it.each(operationNames)('%s: 429 and 503', (operation) => {
    const name: string = declarationOf(operation).operation;
    const rows = entries.find(([written]) => written === name)?.[1].rows ?? {};
    const unexplained = rows['500.noMessage'] ?? rows['500'];
    const text = unexplained?.isOurs ? null : (unexplained?.inPage ?? unexplained?.toast);
    for (const [status, message] of answers)
      expect(
        textOf(noticeOf({ tag: 'call-failure', operation, kind: 'status', status, message }), message),
      ).toBe(others[name]?.[status] ?? text ?? null);
  });
});
