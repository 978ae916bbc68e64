import { clinicTabs, dashboardSections, patientTabs } from './constants';
import { authToken } from './entities';
import * as z from './zod';

/** Cells of one row of the Add Patients grid, as typed. */
const gridRowDraft = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  age: z.string(),
  street: z.string(),
  city: z.string(),
  postalCode: z.string(),
  state: z.string(),
  country: z.string(),
  addressLine2: z.string(),
  shippingType: z.string(),
  frequency: z.string(),
  kitType: z.nullable(z.string()),
  /** A pasted kit such as "kit 2" that waits for the kit list; `kitType` is not known until then (SPEC-NOTES). */
  kitText: z.optional(z.string()),
});
export type GridRowDraft = z.output<typeof gridRowDraft>;

/** Ids are unique across tabs, so that drafts of two tabs can be merged row by row; `row-1` is from before that. */
const knownId = /^row-[a-z0-9]{1,32}$/;

const sentRow = z.object({
  /** The row as it was sent; the grid's may have changed since. */
  row: gridRowDraft,
  /** How many patients had its email before it was sent; null where the list was not known. */
  before: z.nullable(z.number()),
});
/** A row that was sent. */
export type SentRow = z.output<typeof sentRow>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The row, a column that was added since it was stored being blank; undefined where it is no row. */
const readRow = (stored: unknown): GridRowDraft | undefined =>
  isRecord(stored) ? gridRowDraft.safeParse({ ...blankGridRow(''), ...stored }).data : undefined;

/** The rows that can be read, each with an id of its own: one that can't takes no other with it. */
function readableRows(stored: readonly unknown[]): GridRowDraft[] {
  const rows = stored.flatMap((row) => readRow(row) ?? []);
  const used = new Set<string>();
  let next = rows.length;
  return rows.map((row) => {
    let { id } = row;
    while (!knownId.test(id) || used.has(id)) {
      next += 1;
      id = `row-${next}`;
    }
    used.add(id);
    return id === row.id ? row : { ...row, id };
  });
}

const noStamps: Readonly<Record<string, number>> = {};

/**
 * What orders the changes of several tabs, by row id: the number of the last change of a row, higher than every number
 * that its tab had seen. The higher one wins.
 */
const stamps = z.pipe(
  z.unknown(),
  z.transform((stored: unknown): Readonly<Record<string, number>> => {
    if (!isRecord(stored)) return noStamps;
    const known = Object.entries(stored).filter(
      (stamp): stamp is [string, number] => knownId.test(stamp[0]) && Number.isSafeInteger(stamp[1]),
    );
    return Object.fromEntries(known);
  }),
);

/** A grid as stored. A list of which no row can be read is no grid. */
const gridDraft = z.object({
  rows: z.pipe(
    z.array(z.unknown()).check(z.refine((rows) => rows.length === 0 || rows.some((row) => readRow(row)))),
    z.transform((rows: unknown[]) => readableRows(rows)),
  ),
  stamps,
});

const holdsText = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() !== ''
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsText);

/** The rows of a stored list that hold something and yet can't be read. */
function unreadableRows(value: unknown): unknown[] {
  const rows = isRecord(value) ? value.rows : value;
  if (!Array.isArray(rows)) return [];
  return rows.filter((row) => readRow(row) === undefined && isRecord(row) && holdsText({ ...row, id: '' }));
}

/** How far a sign-up came, so that a retry repeats nothing that is done (SPEC-NOTES). No password is ever stored. */
const signUpProgress = z.object({
  values: z.record(z.string(), z.string()),
  verifiedEmail: z.nullable(z.string()),
  /** The account was asked for, and no answer has said yet whether it exists. */
  accountAskedFor: z.optional(z.nullable(z.string())),
});
export type SignUpProgress = z.output<typeof signUpProgress>;

const blankProgress: SignUpProgress = { values: {}, verifiedEmail: null };

/** A blank grid row with the given id. */
export const blankGridRow = (id: string): GridRowDraft => ({
  id,
  name: '',
  email: '',
  phone: '',
  age: '',
  street: '',
  city: '',
  postalCode: '',
  state: '',
  country: '',
  addressLine2: '',
  shippingType: '',
  frequency: '',
  kitType: null,
});

export interface StorageEntry<S extends z.ZodMiniType> {
  readonly area: 'local' | 'session';
  /** Raised when the shape of the value changes. What was stored before there were versions is version 1. */
  readonly version: number;
  readonly schema: S;
  /** Takes a value of an older version; gives it in the shape that `schema` reads. Without it the value is as it was. */
  readonly migrate?: (old: unknown, fromVersion: number) => unknown;
  /** Takes a stored value of this version; gives what of it can't be read and must not be dropped silently. */
  readonly unreadable?: (value: unknown) => unknown[];
  readonly fallback: () => z.output<S>;
  /** When the value goes, besides login and logout, which clear everything in both areas. */
  readonly clearedWhen: string;
}

const entry = <S extends z.ZodMiniType>(declared: StorageEntry<S>): StorageEntry<S> => declared;

/** A sign-up of a release that did not know every part of today's. */
const migrateSignUp = (old: unknown): unknown => (isRecord(old) ? { ...blankProgress, ...old } : old);

/** Every browser-storage key of the product. A value that does not fit its schema reads as the fallback. */
export const storageKeys = {
  token: entry({
    area: 'local',
    version: 1,
    schema: z.nullable(authToken),
    fallback: () => null,
    clearedWhen: 'the server says that the user is not verified',
  }),
  account: entry({
    area: 'local',
    version: 1,
    // The email of the last login: only the same account gets back what it had not saved (SPEC-NOTES).
    schema: z.nullable(z.string()),
    fallback: () => null,
    clearedWhen: 'never otherwise',
  }),
  lastActive: entry({
    area: 'local',
    version: 1,
    // When somebody last did something in any tab, in milliseconds since 1970.
    schema: z.nullable(z.number()),
    fallback: () => null,
    clearedWhen: 'never otherwise',
  }),
  activeOption: entry({
    area: 'local',
    version: 1,
    schema: z.nullable(z.enum(dashboardSections)),
    // SPEC names patientProfile as the default; the role decides it at boot (SPEC-NOTES), so nothing saved is null.
    fallback: () => null,
    clearedWhen: 'never otherwise',
  }),
  activePatientTab: entry({
    area: 'local',
    version: 1,
    schema: z.enum(patientTabs),
    fallback: () => 'Add Patients' as const,
    clearedWhen: 'never otherwise',
  }),
  activeClinicTab: entry({
    area: 'local',
    version: 1,
    schema: z.enum(clinicTabs),
    fallback: () => 'Profile' as const,
    clearedWhen: 'never otherwise',
  }),
  // Before `patientGrid`, so that it is cleared first: rows without it belong to a session that has ended.
  patientGridRemoved: entry({
    area: 'local',
    version: 1,
    // Ids of rows that left the grid (saved or removed), so that no tab that still has them brings them back.
    schema: stamps,
    fallback: () => noStamps,
    clearedWhen: 'never otherwise',
  }),
  patientGrid: entry({
    area: 'local',
    version: 2,
    schema: gridDraft,
    // Version 1 was the plain list of rows.
    migrate: (old) => ({ rows: old, stamps: noStamps }),
    unreadable: unreadableRows,
    fallback: () => ({ rows: [], stamps: noStamps }),
    clearedWhen: 'Save All succeeds',
  }),
  patientGridUnread: entry({
    area: 'local',
    version: 1,
    // Drafts that this release can't read, as they were found, until they are downloaded or discarded.
    schema: z.array(z.string()),
    fallback: () => [],
    clearedWhen: 'the user downloads or discards them',
  }),
  patientGridSent: entry({
    area: 'local',
    version: 1,
    // Rows that were sent and got no answer, until it is known that they were saved or rejected.
    schema: z.array(sentRow),
    fallback: () => [],
    clearedWhen: 'it is known what became of them',
  }),
  providerSignUp: entry({
    area: 'session',
    version: 2,
    schema: signUpProgress,
    migrate: migrateSignUp,
    fallback: () => blankProgress,
    clearedWhen: 'the account exists',
  }),
  patientSignUp: entry({
    area: 'session',
    version: 2,
    schema: signUpProgress,
    migrate: migrateSignUp,
    fallback: () => blankProgress,
    clearedWhen: 'the account exists',
  }),
} as const;

export type StorageKey = keyof typeof storageKeys;
export type Stored<K extends StorageKey> = z.output<(typeof storageKeys)[K]['schema']>;
