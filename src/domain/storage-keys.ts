import * as z from '@kitwell/mock-engine/zod';
import { invitation } from '@/contract/booking.contract';
import { clinicTabs, dashboardSections, patientTabs } from '@/contract/constants';
import { appointment, authToken, patientId } from '@/contract/entities';

/** A row of the Add Patients grid, with its cells as typed. */
const gridRow = z.object({
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
export type GridRow = z.output<typeof gridRow>;

/** A blank grid row with the given id. */
export const blankGridRow = (id: string): GridRow => ({
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the row, with columns added since it was stored left blank; undefined if it is not a row. */
const readRow = (stored: unknown): GridRow | undefined =>
  isRecord(stored) ? gridRow.safeParse({ ...blankGridRow(''), ...stored }).data : undefined;

const sentRow = z.object({
  /** The row as it was sent; the grid's row may have changed since. */
  row: gridRow,
  /** How many patients had its email before it was sent; null if the patient list was not known. */
  before: z.nullable(z.number()),
  /** The server has it as it was sent, but the grid's row was changed since. */
  isSaved: z.optional(z.boolean()),
});
export type SentRow = z.output<typeof sentRow>;

const gridVersion = 3;

/** The Add Patients grid as it is stored in IndexedDB. */
const storedGrid = z.object({
  /** Increased when the shape changes. Versions 1 and 2 were in local storage. */
  version: z.literal(gridVersion),
  rows: z.array(gridRow),
  /** Rows that were sent without a response, until it is known whether they were saved or rejected. */
  sent: z.array(sentRow),
  /** Ids of the incomplete rows that the last Save All skipped, so that the notice is still shown after a reload. */
  skipped: z.array(z.string()),
  /** What this release can't read, unchanged, until the user downloads or discards it. */
  unread: z.array(z.string()),
});
export type StoredGrid = z.output<typeof storedGrid>;

export const blankGrid: StoredGrid = { version: gridVersion, rows: [], sent: [], skipped: [], unread: [] };

/** Reads what is stored of the grid. */
export function readGrid(stored: unknown): StoredGrid {
  if (stored === undefined) return blankGrid;
  const grid = storedGrid.safeParse(stored).data;
  return grid ?? { ...blankGrid, unread: [JSON.stringify(stored)] };
}

/** The grid that a release before IndexedDB stored. */
function readOldGrid(old: unknown): unknown {
  const rows = isRecord(old) ? old.rows : old;
  return Array.isArray(rows) ? { ...blankGrid, rows: rows.flatMap((row) => readRow(row) ?? []) } : old;
}

/** What became of an order for a patient. */
export const orderRecord = z.readonly(
  z.object({
    patientId,
    /**
     * `sending`: the call has not ended; if no end is ever known, the order may have been placed, as with `unanswered`.
     * `exists`: it was not placed, because the patient has an order already. `rejected`: it was not placed.
     */
    outcome: z.enum(['sending', 'requested', 'exists', 'unanswered', 'rejected']),
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

/** The column by which a list is sorted. A column that the list does not have sorts nothing. */
const sortedBy = z.optional(z.object({ id: z.string(), desc: z.boolean() }));

export interface StorageEntry<S extends z.ZodMiniType> {
  readonly area: 'local' | 'session';
  /** Increased when the shape of the value changes. Values stored without a version are version 1. */
  readonly version: number;
  readonly schema: S;
  /** Converts a value of an older version to the shape that `schema` reads. By default the value is unchanged. */
  readonly migrate?: (old: unknown, fromVersion: number) => unknown;
  readonly fallback: () => z.output<S>;
  /** When the value is cleared, apart from login and logout, which clear everything in both areas. */
  readonly clearedWhen: string;
}

const entry = <S extends z.ZodMiniType>(declared: StorageEntry<S>): StorageEntry<S> => declared;

/** Adds the fields that an older release did not store. */
const migrateSignUp = (old: unknown): unknown => (isRecord(old) ? { ...blankProgress, ...old } : old);

/** Every key of local and session storage. A value that does not match its schema reads as the fallback. */
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
  unsavedRows: entry({
    area: 'local',
    version: 1,
    // The page that writes the rows of Add Patients into IndexedDB, and their number. Rows there without this belong to
    // an ended session, and another page's are not written.
    schema: z.nullable(z.object({ writer: z.string(), count: z.number() })),
    fallback: () => null,
    clearedWhen: 'never otherwise',
  }),
  patientGrid: entry({
    area: 'local',
    version: gridVersion,
    // Where earlier releases stored the rows, and a capsule of the demo brings them.
    schema: z.pipe(z.unknown(), z.transform(readGrid)),
    migrate: readOldGrid,
    fallback: () => blankGrid,
    clearedWhen: 'Add Patients is opened, which moves it to IndexedDB',
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
