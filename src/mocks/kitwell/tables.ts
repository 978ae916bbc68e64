import type { Database, RowOf, Seed, Transaction } from '@kitwell/mock-engine/db/database-types';
import { createTable } from '@kitwell/mock-engine/db/table';
import type { WorldTables } from '@kitwell/mock-engine/world/world-tables';
import * as z from '@/contract/zod';

/**
 * The tables of the mock backend. Rows refer to each other by id only: the cost of @msw/data's relations grows with the
 * cube of their number (§Mock backend, "Rules learned"). Times are ISO 8601 in UTC.
 */

/** Change this whenever a schema or a seed changes; stored data of another version is replaced. */
export const dataVersion = '3';

/** Validated, because an imported file may hold anything and an invalid time cannot be shown. */
const isoTime = z.iso.datetime();

const account = z.object({
  id: z.string(),
  email: z.string(),
  password: z.string(),
  role: z.enum(['0', '1']),
  clinic_id: z.nullable(z.string()),
  patient_id: z.nullable(z.string()),
  created_at: isoTime,
});

const session = z.object({ token: z.string(), account_id: z.string(), created_at: isoTime });

const otp = z.object({
  email: z.string(),
  code: z.string(),
  expires_at: isoTime,
  /** Sign-up with this address is allowed until then; null until the code is entered. */
  verified_until: z.nullable(isoTime),
});

const customer = z.object({
  id: z.string(),
  /** `tag:email`, so that a repeated call finds the customer it created. */
  identity: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  created_at: isoTime,
});

const reset = z.object({
  token: z.string(),
  account_id: z.string(),
  expires_at: isoTime,
  used: z.boolean(),
});

const clinic = z.object({
  clinic_id: z.string(),
  clinic_email: z.string(),
  phone_number: z.string(),
  clinic_name: z.string(),
  clinic_street: z.string(),
  clinic_city: z.string(),
  clinic_postal_code: z.string(),
  clinic_state: z.string(),
  clinic_country: z.string(),
  address_line_2: z.string(),
  patient_count: z.string(),
});

const lab = z.object({
  clinic_id: z.string(),
  lab_name: z.string(),
  lab_id_no: z.string(),
  lab_phone: z.string(),
  lab_street: z.string(),
  lab_city: z.string(),
  lab_postal_code: z.string(),
  lab_state: z.string(),
  lab_country: z.string(),
  address_line_2: z.string(),
  instructions: z.string(),
});

const checkout = z.object({
  session_id: z.string(),
  clinic_id: z.string(),
  status: z.enum(['open', 'paid', 'declined', 'cancelled']),
  created_at: isoTime,
});

const card = z.object({ clinic_id: z.string(), session_id: z.string(), stored_at: isoTime });

const kit = z.object({ id: z.string(), name: z.string(), price: z.number(), description: z.string() });

const patient = z.object({
  patient_id: z.string(),
  /** The row number that only the update operation uses; never equal to `patient_id`. */
  id: z.number(),
  /** `C000` if the patient has no clinic yet. */
  clinic_id: z.string(),
  account_id: z.nullable(z.string()),
  patient_name: z.string(),
  patient_email: z.string(),
  patient_phone: z.string(),
  patient_age: z.nullable(z.number()),
  patient_street: z.string(),
  patient_city: z.string(),
  patient_postal_code: z.string(),
  patient_state: z.string(),
  patient_country: z.string(),
  address_line_2: z.nullable(z.string()),
  authorized: z.literal([0, 1]),
  shipping_type: z.nullable(z.string()),
  frequency: z.nullable(z.string()),
  kit_type: z.nullable(z.string()),
});

const confirmation = z.object({
  token: z.string(),
  patient_id: z.string(),
  clinic_id: z.string(),
  frequency: z.string(),
  kit_type: z.string(),
  expires_at: isoTime,
  /** Set once the patient has confirmed; the link is then used up. */
  order_id: z.nullable(z.string()),
});

const order = z.object({
  order_id: z.string(),
  patient_id: z.string(),
  clinic_id: z.string(),
  kit_type: z.string(),
  frequency: z.string(),
  /** The kit's status is derived from the time since then. */
  placed_at: isoTime,
});

const appointment = z.object({
  session_id: z.string(),
  clinic_id: z.string(),
  patient_id: z.string(),
  provider_type: z.string(),
  time_slot: z.string(),
  meet_link: z.string(),
  location: z.string(),
  created_at: isoTime,
});

const clinicRequest = z.object({
  id: z.string(),
  clinic_name: z.string(),
  clinic_email: z.string(),
  clinic_address: z.string(),
  clinic_phone: z.string(),
  created_at: isoTime,
});

/** The kinds of mail that the backend sends. */
export const mailKinds = [
  'otp',
  'reset-password',
  'confirm-address',
  'appointment',
  'clinic-request',
] as const;

/** New, empty tables. */
export const createTables = () => ({
  accounts: createTable({ name: 'accounts', schema: account, key: 'id', unique: ['email'] }),
  sessions: createTable({ name: 'sessions', schema: session, key: 'token' }),
  otps: createTable({ name: 'otps', schema: otp, key: 'email' }),
  customers: createTable({ name: 'customers', schema: customer, key: 'id', unique: ['identity'] }),
  resets: createTable({ name: 'resets', schema: reset, key: 'token' }),
  clinics: createTable({ name: 'clinics', schema: clinic, key: 'clinic_id' }),
  labs: createTable({ name: 'labs', schema: lab, key: 'clinic_id' }),
  checkouts: createTable({ name: 'checkouts', schema: checkout, key: 'session_id' }),
  cards: createTable({ name: 'cards', schema: card, key: 'clinic_id' }),
  kits: createTable({ name: 'kits', schema: kit, key: 'id' }),
  patients: createTable({ name: 'patients', schema: patient, key: 'patient_id', unique: ['id'] }),
  confirmations: createTable({ name: 'confirmations', schema: confirmation, key: 'token' }),
  orders: createTable({ name: 'orders', schema: order, key: 'order_id' }),
  appointments: createTable({ name: 'appointments', schema: appointment, key: 'session_id' }),
  clinicRequests: createTable({ name: 'clinicRequests', schema: clinicRequest, key: 'id' }),
});

export type MockTables = ReturnType<typeof createTables> & WorldTables<(typeof mailKinds)[number]>;
export type MockDatabase = Database<MockTables>;
export type MockTransaction = Transaction<MockTables>;
export type MockSeed = Seed<MockTables>;
export type TableRow<N extends keyof MockTables> = RowOf<MockTables[N]>;

/** The signed-in account of a request, and its token. */
export type Caller = TableRow<'accounts'> & { readonly token: string };
