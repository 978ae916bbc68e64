import type { Contract, OperationName, Request, WireAnswer } from '@/contract/contract';

/** Plain strings and numbers instead of branded ids and literals. */
export type Unbranded<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends readonly (infer E)[]
      ? Unbranded<E>[]
      : T extends object
        ? { [P in keyof T]: Unbranded<T[P]> }
        : T;

/** The mock's tables, as its control interface offers them. */
interface Tables {
  insert(table: string, row: object): Promise<unknown>;
  patch(table: string, id: string, change: object): Promise<unknown>;
  remove(table: string, id: string): Promise<unknown>;
}

type Role = 'provider' | 'patient';

/**
 * A call that the operation's rule accepts on the demo data, and its answer. Tests and conformance cases of every
 * operation are derived from it, and so are the examples of the OpenAPI document (tests/mocks/samples).
 */
export type Sample<K extends OperationName> = {
  /** What the call does: a short sentence without a full stop. */
  readonly summary: string;
  /** The rule's answer on the demo data of 2 March 2026, 09:00 UTC; of a list, its first row. */
  readonly answer: Unbranded<WireAnswer<K>>;
  /** Prepares the rows that the rule needs beside the demo data. */
  readonly needs?: (tables: Tables) => Promise<unknown>;
} & (Contract[K] extends { readonly auth: 'required' } ? { readonly as: Role } : { readonly as?: Role }) &
  (Request<K> extends void ? { readonly request?: undefined } : { readonly request: Unbranded<Request<K>> });

/** One sample per operation; a missing one is a type error. */
export type Samples = { readonly [K in OperationName]: Sample<K> };

/** Returns a request with the ids of patients replaced by ids that no row has. */
export function withoutRows(request: unknown): unknown {
  if (request === undefined) return undefined;
  return JSON.parse(JSON.stringify(request), (key, value) => {
    if (key === 'id') return 0;
    if (key === 'patientId' || key === 'patient_id') return 'none';
    return key === 'patientIds' ? ['none'] : value;
  });
}
