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
  readonly reads?: readonly Tag[];
  readonly writes?: readonly Tag[];
  /**
   * Whether a rejection says that what the call creates exists already: after an unknown outcome, the earlier try has
   * created it then. `message` is the server's, or §8's if it sent none.
   */
  readonly existsAlready?: (status: number, message: string) => boolean;
}

const alreadyPattern = /\b(already|exists?|taken)\b/i;
/** Matches "The patient does not exist" and "no such clinic exists". */
const deniesIt = /\b(not|never|no longer|no such|\w+n['’]t)\s+(\w+\s+)?(already|exists?|taken)\b/i;

/** A server that answers 409, or 400 or 422 with a text: the specification has no status for it. */
export const saysExists = (status: number, message: string): boolean =>
  status === 409 ||
  ((status === 400 || status === 422) && alreadyPattern.test(message) && !deniesIt.test(message));

/** Declares an operation and keeps its literal types. */
export const operation = <const O extends Operation>(declared: O): O => declared;

/** The same notice for every failure without its own text. */
export const everyFailure = (notice: Notice) => ({ otherStatus: notice, noResponse: notice, thrown: notice });
