import * as z from '@kitwell/mock-engine/zod';
import { invitation } from '@/contract/booking.contract';
import { clinicTabs, dashboardSections, patientTabs } from '@/contract/constants';
import { appointment, authToken, patientId } from '@/contract/entities';

/** The cells of one row of the Add Patients grid, as typed. */
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
  /** A pasted kit such as "kit 2" while the kit list is loading; `kitType` is unknown until then (§Notes). */
  kitText: z.optional(z.string()),
});
export type GridRowDraft = z.output<typeof gridRowDraft>;

/** Ids are unique across tabs, so that drafts of two tabs can be merged by row. Older drafts have ids like `row-1`. */
const knownId = /^row-[a-z0-9]{1,32}$/;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the row, with columns added since it was stored left blank; undefined if it is not a row. */
const readRow = (stored: unknown): GridRowDraft | undefined =>
  isRecord(stored) ? gridRowDraft.safeParse({ ...blankGridRow(''), ...stored }).data : undefined;

const sentRow = z.object({
  /** The row as it was sent; the grid's row may have changed since. Blank where there was room for its id only. */
  row: z.pipe(
    z.unknown(),
    z.transform((stored: unknown) => readRow(stored) ?? blankGridRow('')),
  ),
  /** How many patients had its email before it was sent; null if the patient list was not known. */
  before: z.nullable(z.number()),
  /** Where only its id is stored: the checksum of the row as it was sent. */
  checksum: z.optional(z.number()),
  /** The server has it as it was sent, but the grid's row was changed since. */
  isSaved: z.optional(z.boolean()),
});
export type SentRow = z.output<typeof sentRow>;

/** Shows whether a row is as it was sent (FNV-1a), without storing its cells a second time. */
export function rowChecksum(row: GridRowDraft): number {
  const cells = Object.values({ ...blankGridRow(''), kitText: '', ...row });
  let sum = 0x811c9dc5;
  for (const character of cells.join('\n')) {
    sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return sum >>> 0;
}

/** Returns the readable rows, each with a unique id; an unreadable row does not affect the others. */
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
 * Numbers that order the changes of several tabs, by row id. A change gets a higher number than any its tab has seen;
 * the highest number wins.
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

/** A stored grid. A non-empty list without a readable row is rejected. */
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

/** Returns the rows of a stored list that contain text but can't be read. */
function unreadableRows(value: unknown): unknown[] {
  const rows = isRecord(value) ? value.rows : value;
  if (!Array.isArray(rows)) return [];
  return rows.filter((row) => readRow(row) === undefined && isRecord(row) && holdsText({ ...row, id: '' }));
}

/** What became of an order for a patient. */
export const orderRecord = z.readonly(
  z.object({
    patientId,
    /**
     * `sending`: the call has not ended; if no end is ever known, the order may have been placed, as with `unanswered`.
     * `rejected`: it was not placed.
     */
    outcome: z.enum(['sending', 'requested', 'unanswered', 'rejected']),
    /** In milliseconds since 1970. */
    at: z.number(),
  }),
);
export type OrderRecord = z.output<typeof orderRecord>;

/** An invitation without a response, with the appointments that were listed before it was sent; null if none were. */
const unansweredInvitation = z.object({
  invitation,
  booked: z.nullable(z.array(z.pick(appointment, { session_id: true }))),
});

export type KeptInvitation = z.output<typeof unansweredInvitation>;

/** The progress of a sign-up, so that a retry repeats no finished step (§Notes). Passwords are never stored. */
const signUpProgress = z.object({
  values: z.record(z.string(), z.string()),
  verifiedEmail: z.nullable(z.string()),
  /** The texts of the store customer that was created, as it was sent. */
  customer: z.optional(z.nullable(z.record(z.string(), z.string()))),
  /** Email of an account that was requested without a response, so it may exist. */
  accountAskedFor: z.optional(z.nullable(z.string())),
});
export type SignUpProgress = z.output<typeof signUpProgress>;

const blankProgress: SignUpProgress = { values: {}, verifiedEmail: null };

/** Unsaved input by account and form, then by field, with the value that the server had when it was changed. */
const formDrafts = z.record(
  z.string(),
  z.record(z.string(), z.object({ text: z.string(), base: z.string() })),
);
export type FormDrafts = z.output<typeof formDrafts>;

/** The key of a form's draft. The account is null if its email is not known. */
export const formDraftKey = (account: string | null, form: string): string => `${account} ${form}`;

/** Returns the drafts of one account. */
export const formDraftsOf = (drafts: FormDrafts, account: string | null): FormDrafts =>
  Object.fromEntries(Object.entries(drafts).filter(([key]) => key.startsWith(formDraftKey(account, ''))));

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

/** The column by which a list is sorted. A column that the list does not have sorts nothing. */
const sortedBy = z.optional(z.object({ id: z.string(), desc: z.boolean() }));

export interface StorageEntry<S extends z.ZodMiniType> {
  readonly area: 'local' | 'session';
  /** Increased when the shape of the value changes. Values stored without a version are version 1. */
  readonly version: number;
  readonly schema: S;
  /** Converts a value of an older version to the shape that `schema` reads. By default the value is unchanged. */
  readonly migrate?: (old: unknown, fromVersion: number) => unknown;
  /** Returns the parts of a stored value of this version that can't be read but must not be dropped silently. */
  readonly unreadable?: (value: unknown) => unknown[];
  readonly fallback: () => z.output<S>;
  /** Returns what to store of a value for which there is no room. By default it is kept in memory only. */
  shortened?(value: z.output<S>): z.input<S>;
  /** When the value is cleared, apart from login and logout, which clear everything in both areas. */
  readonly clearedWhen: string;
}

const entry = <S extends z.ZodMiniType>(declared: StorageEntry<S>): StorageEntry<S> => declared;

/** Adds the fields that an older release did not store. */
const migrateSignUp = (old: unknown): unknown => (isRecord(old) ? { ...blankProgress, ...old } : old);

/** Every browser-storage key of the product. A value that does not match its schema reads as the fallback. */
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
    // Email of the last login: unsaved data is restored only for the same account (§Notes).
    schema: z.nullable(z.string()),
    fallback: () => null,
    clearedWhen: 'never otherwise',
  }),
  lastActive: entry({
    area: 'local',
    version: 1,
    // Time of the user's last activity in any tab, in milliseconds since 1970.
    schema: z.nullable(z.number()),
    fallback: () => null,
    clearedWhen: 'never otherwise',
  }),
  activeOption: entry({
    area: 'local',
    version: 1,
    schema: z.nullable(z.enum(dashboardSections)),
    // The specification's default is patientProfile, but the role decides it at startup (§Notes), so the fallback is null.
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
  patientListSorts: entry({
    area: 'local',
    version: 1,
    // The sort order that the user chose for each list of patients.
    schema: z.object({ authenticate: sortedBy, update: sortedBy, booking: sortedBy }),
    fallback: () => ({}),
    clearedWhen: 'never otherwise',
  }),
  firstSteps: entry({
    area: 'local',
    version: 1,
    // The steps of a clinic's first day: `open` once they were shown, `hidden` by the user.
    schema: z.nullable(z.enum(['open', 'hidden'])),
    fallback: () => null,
    clearedWhen: 'an order was requested',
  }),
  confirmedLinks: entry({
    area: 'local',
    version: 1,
    // Hashes of the address links that were confirmed in this browser.
    schema: z.array(z.string()),
    fallback: () => [],
    clearedWhen: 'never otherwise',
  }),
  orderRecords: entry({
    area: 'local',
    version: 1,
    // What became of the orders since the login: after a reload, no one must order a second kit unawares.
    schema: z.array(orderRecord),
    fallback: () => [],
    clearedWhen: 'never otherwise',
  }),
  unansweredInvitations: entry({
    area: 'local',
    version: 1,
    // Of each patient the last one, also while its call runs, so that no one is invited twice after a reload.
    schema: z.array(unansweredInvitation),
    fallback: () => [],
    clearedWhen: 'it is known what became of them',
  }),
  // Before `patientGrid`, so that it is cleared first: rows without it belong to an ended session.
  patientGridRemoved: entry({
    area: 'local',
    version: 1,
    // Ids of saved or removed rows, so that a tab that still has them does not add them again.
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
    // Drafts that this release can't read, unchanged, until the user downloads or discards them.
    schema: z.array(z.string()),
    fallback: () => [],
    clearedWhen: 'the user downloads or discards them',
  }),
  patientGridSent: entry({
    area: 'local',
    version: 1,
    // Rows that were sent without a response, until it is known whether they were saved or rejected.
    schema: z.array(sentRow),
    fallback: () => [],
    // Thousands of rows fit once, in the draft, but not twice.
    // The draft's row may be changed later, which the checksum shows: what was sent is then unknown, so the row is not
    // sent again until the user has seen a notice and changed it.
    shortened: (sent) =>
      sent.map(({ row, before, checksum = rowChecksum(row), isSaved }) => ({
        row: { id: row.id },
        before,
        checksum,
        isSaved,
      })),
    clearedWhen: 'it is known what became of them',
  }),
  patientGridSkipped: entry({
    area: 'local',
    version: 1,
    // Ids of the incomplete rows that the last Save All skipped, so that the notice is still shown after a reload.
    schema: z.array(z.string()),
    fallback: () => [],
    clearedWhen: 'the next Save All begins',
  }),
  formDrafts: entry({
    area: 'session',
    version: 1,
    schema: formDrafts,
    fallback: () => ({}),
    clearedWhen:
      'the input is saved, cancelled or again what the server has, its patient is no longer listed, or the session has ended in another tab',
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
  clinicRequest: entry({
    area: 'session',
    version: 1,
    // A patient's request for a clinic: `sending` until its outcome is known, so that a reload does not send it twice.
    schema: z.nullable(z.enum(['sending', 'sent'])),
    fallback: () => null,
    clearedWhen: 'it was rejected, or the patient’s account exists',
  }),
} as const;

export type StorageKey = keyof typeof storageKeys;
export type Stored<K extends StorageKey> = z.output<(typeof storageKeys)[K]['schema']>;
