import { clinicTabs, dashboardSections, initialGridRows, patientTabs } from './constants';
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

const knownId = /^row-\d{1,9}$/;

/** The rows that are whole, each with an id of its own: one that somebody spoiled takes no other with it. */
function wholeRows(stored: readonly unknown[]): GridRowDraft[] {
  const whole = stored.flatMap((row) => gridRowDraft.safeParse(row).data ?? []);
  const used = new Set<string>();
  let next = whole.length;
  return whole.map((row) => {
    let { id } = row;
    while (!knownId.test(id) || used.has(id)) {
      next += 1;
      id = `row-${next}`;
    }
    used.add(id);
    return id === row.id ? row : { ...row, id };
  });
}

const isWhole = (row: unknown): boolean => gridRowDraft.safeParse(row).success;

/** A grid as stored; a list of which no row is whole is no grid. */
const storedGrid = z.pipe(
  z.array(z.unknown()).check(z.refine((rows) => rows.length === 0 || rows.some(isWhole))),
  z.transform((rows: unknown[]) => wholeRows(rows)),
);

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
  readonly schema: S;
  readonly fallback: () => z.output<S>;
  /** When the value goes, besides login and logout, which clear everything in both areas. */
  readonly clearedWhen: string;
}

const entry = <S extends z.ZodMiniType>(declared: StorageEntry<S>): StorageEntry<S> => declared;

/** Every browser-storage key of the product. A value that does not fit its schema reads as the fallback. */
export const storageKeys = {
  token: entry({
    area: 'local',
    schema: z.nullable(authToken),
    fallback: () => null,
    clearedWhen: 'the server says that the user is not verified',
  }),
  account: entry({
    area: 'local',
    // The email of the last login: only the same account gets back what it had not saved (SPEC-NOTES).
    schema: z.nullable(z.string()),
    fallback: () => null,
    clearedWhen: 'never otherwise',
  }),
  lastActive: entry({
    area: 'local',
    // When somebody last did something in any tab, in milliseconds since 1970.
    schema: z.nullable(z.number()),
    fallback: () => null,
    clearedWhen: 'never otherwise',
  }),
  activeOption: entry({
    area: 'local',
    schema: z.nullable(z.enum(dashboardSections)),
    // SPEC names patientProfile as the default; the role decides it at boot (SPEC-NOTES), so nothing saved is null.
    fallback: () => null,
    clearedWhen: 'never otherwise',
  }),
  activePatientTab: entry({
    area: 'local',
    schema: z.enum(patientTabs),
    fallback: () => 'Add Patients' as const,
    clearedWhen: 'never otherwise',
  }),
  activeClinicTab: entry({
    area: 'local',
    schema: z.enum(clinicTabs),
    fallback: () => 'Profile' as const,
    clearedWhen: 'never otherwise',
  }),
  patientGrid: entry({
    area: 'local',
    schema: storedGrid,
    fallback: () => Array.from({ length: initialGridRows }, (_, index) => blankGridRow(`row-${index + 1}`)),
    clearedWhen: 'Save All succeeds',
  }),
  providerSignUp: entry({
    area: 'session',
    schema: signUpProgress,
    fallback: () => blankProgress,
    clearedWhen: 'the account exists',
  }),
  patientSignUp: entry({
    area: 'session',
    schema: signUpProgress,
    fallback: () => blankProgress,
    clearedWhen: 'the account exists',
  }),
} as const;

export type StorageKey = keyof typeof storageKeys;
export type Stored<K extends StorageKey> = z.output<(typeof storageKeys)[K]['schema']>;
