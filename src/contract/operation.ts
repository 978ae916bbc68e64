import type { Declaration, Notice } from '@kitwell/mock-engine/declaration';

/** RTK Query cache tags: which server data an operation reads, and which it makes stale. */
export const tags = [
  'Session',
  'Clinics',
  'Patients',
  'Kits',
  'Lab',
  'ClinicProfile',
  'PatientProfile',
  'PaymentDetails',
  'Appointments',
  'KitStatus',
] as const;
export type Tag = (typeof tags)[number];

/** Name of the channel on which a tab sends the tags of what it has changed, so that the others fetch it again. */
export const WRITTEN_CHANNEL = 'kitwell:written';

/** One call of §7. The client, the mock, the notices and the branches are derived from it. */
export interface Operation extends Declaration {
  /** The only role that may call it (§6). */
  readonly role?: 'provider' | 'patient';
  readonly host: 'api' | 'chat';
  readonly notices: NonNullable<Declaration['notices']>;
  /** Position of its toasts (§9). */
  readonly toasts: 'top-right' | 'top-center';
  /** Shared by the operations of one form: a toast of one of them replaces the last toast of any. */
  readonly form?: string;
  readonly reads?: readonly Tag[];
  readonly writes?: readonly Tag[];
}

/** Declares an operation and keeps its literal types. */
export const operation = <const O extends Operation>(declared: O): O => declared;

/** The same notice for every failure without its own text. */
export const everyFailure = (notice: Notice) => ({ otherStatus: notice, noResponse: notice, thrown: notice });
