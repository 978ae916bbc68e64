import type { Cast, Mailbox, Memory } from '@/mocks/conformance/test-context';
import type { TestRun } from '@/mocks/conformance/test-run';

/** The test context of every group of cases. */
export interface Stage {
  readonly check: TestRun;
  readonly memory: Memory;
  readonly cast: Cast;
  readonly mail: Mailbox;
  /** Completes a hosted checkout; resolves to false if that is not possible here. */
  readonly pay: (sessionId: string) => Promise<boolean>;
}

/** Values that one case stores and another needs, with their names in the report. */
export const found = {
  chat: 'the chat service (see --chat)',
  clinicCode: 'the code mailed to the clinic (see --mail)',
  clinicToken: 'a provider signed in',
  clinicId: 'the clinic in the list of clinics',
  patientCode: 'the code mailed to the patient (see --mail)',
  patientToken: 'a patient signed in',
  patientId: 'a patient of the clinic',
  rowId: 'the row number of a patient',
  kit: 'a kit',
  checkout: 'a checkout session',
  paidCheckout: 'a checkout that somebody paid (see --control)',
  confirmation: 'the link mailed for confirming the address (see --mail)',
  reset: 'the link mailed for a new password (see --mail)',
  order: 'an order of the patient',
} as const;

/** Returns one deviation unless the condition holds. */
export const expectThat = (isSo: boolean, otherwise: string): readonly string[] => (isSo ? [] : [otherwise]);
