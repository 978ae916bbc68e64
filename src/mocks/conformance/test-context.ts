import { withoutEndSlash } from '@kitwell/mock-engine/declaration';
import { errorMessage } from '@kitwell/mock-engine/error-message';
import { declarationOf, type OperationName } from '@/contract/contract';
import * as z from '@/contract/zod';
import * as sample from '@/mocks/conformance/sample-data';
import { isRecord, type Received } from './check-answer';
import type { Samples } from './samples';
import { NotTriedError, type TestRun } from './test-run';

/** Values found by earlier cases: tokens and ids. */
export function createMemory() {
  const values = new Map<string, string>();
  return {
    store(name: string, value: string | undefined) {
      if (value !== undefined && value !== '') values.set(name, value);
    },
    has: (name: string): boolean => values.has(name),
    /** @throws NotTriedError if no earlier case stored the value */
    need(name: string): string {
      const value = values.get(name);
      if (value === undefined) throw new NotTriedError(`needs ${name}`);
      return value;
    },
  };
}

type Memory = ReturnType<typeof createMemory>;

const mails = z.array(
  z.object({
    to: z.string(),
    kind: z.string(),
    code: z.optional(z.string()),
    link: z.optional(z.string()),
  }),
);

type LinkKind = 'reset-password' | 'confirm-address';
type MailKind = 'otp' | LinkKind;

interface Mailbox {
  /** The code in the newest mail of this kind; undefined if there is none. */
  code(to: string): Promise<string | undefined>;
  /** The last path segment of the link in it. */
  linkToken(to: string, kind: LinkKind): Promise<string | undefined>;
  /** Rejects if the mailbox cannot be read. */
  requireReadable(): Promise<void>;
  /** How many such mails there are now; undefined if the mailbox cannot be read. */
  count(to: string, kind: MailKind): Promise<number | undefined>;
}

interface MailboxOptions {
  /** Responds to `?to=` with a JSON array of `{ to, kind, code?, link? }`, as `/__mock/mail` does. */
  readonly url: string;
  /** Response timeout in milliseconds. */
  readonly patience: number;
  /** How long a mail may take, in milliseconds. */
  readonly mailTakes: number;
  readonly fetch: typeof fetch;
}

/** Reads the mails sent by the API under test. */
export function createMailReader({ url, patience, mailTakes, fetch }: MailboxOptions): Mailbox {
  async function read(to: string, kind: string) {
    const address = new URL(url);
    address.searchParams.set('to', to);
    const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
    return mails.parse(await answer.json()).filter((mail) => mail.kind === kind && mail.to === to);
  }

  /** Polls, because mail may arrive after the response; a mailbox that cannot be read is requested only once. */
  async function newest(to: string, kind: string) {
    const until = performance.now() + mailTakes;
    try {
      for (;;) {
        const lastMail = (await read(to, kind)).at(-1);
        if (lastMail || performance.now() >= until) return lastMail;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    } catch {
      return undefined;
    }
  }
  return {
    async requireReadable() {
      await read('unread@conformance.example.com', 'otp').catch((error: unknown) => {
        const why =
          error instanceof z.core.$ZodError ? 'its response is no list of mails' : errorMessage(error);
        throw new Error(`The mails at ${url} cannot be read: ${why}.`);
      });
    },
    code: async (to) => (await newest(to, 'otp'))?.code,
    async linkToken(to, kind) {
      const link = (await newest(to, kind))?.link;
      return link === undefined ? undefined : withoutEndSlash(link).split('/').at(-1);
    },
    count: (to, kind) =>
      read(to, kind).then(
        (received) => received.length,
        () => undefined,
      ),
  };
}

/** Whether the chat service is also at this URL: a gateway may answer anything to a path that it does not have. */
export async function hasChat(
  url: string,
  { patience, fetch }: Pick<MailboxOptions, 'patience' | 'fetch'>,
): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Hello' }),
      signal: AbortSignal.timeout(patience),
    });
    const body: unknown = await answer.json();
    return (
      answer.status === declarationOf('sendChatMessage').ok.status && isRecord(body) && 'response' in body
    );
  } catch {
    return false;
  }
}

/** Rejects if the control that was named has no checkouts, instead of skipping what needs a paid one. */
export async function requireControl(
  controlUrl: string,
  { patience, fetch }: Pick<MailboxOptions, 'patience' | 'fetch'>,
): Promise<void> {
  const url = `${withoutEndSlash(controlUrl)}/db/checkouts`;
  const requireList = (body: unknown) => {
    if (Array.isArray(body) && body.every((row) => isRecord(row) && 'session_id' in row)) return;
    throw new Error('its response is no list of checkouts');
  };
  await fetch(url, { signal: AbortSignal.timeout(patience) })
    .then((answer) => answer.json().catch(() => undefined))
    .then(requireList)
    .catch((error: unknown) => {
      throw new Error(`The control at ${controlUrl} cannot be used: ${errorMessage(error)}.`);
    });
}

/** Completes a hosted checkout without a user, by a `PATCH` of the mock's own table. */
export async function payByControl(
  controlUrl: string,
  sessionId: string,
  { patience, fetch }: Pick<MailboxOptions, 'patience' | 'fetch'>,
): Promise<boolean> {
  try {
    const answer = await fetch(`${controlUrl}/db/checkouts/${encodeURIComponent(sessionId)}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'paid' }),
      signal: AbortSignal.timeout(patience),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Two clinics and a patient of each: what belongs to one must stay out of the other's reach (§6). */
export type ClinicName = 'clinic' | 'other clinic';
export type PatientName = 'patient' | 'other patient';

/** The accounts of one run and what they send, with unique names. No value is blank or default, so that a lost one shows. */
export function createTestData(run: string) {
  const email = (who: string) => `${who.replaceAll(' ', '-')}-${run}@conformance.example.com`;
  const place = { addressLine2: 'Suite 4' };
  const clinic = (who: ClinicName, password: string) => ({
    ...sample.providerSignup,
    ...place,
    email: email(who),
    password,
    clinicName: `Conformance ${who} ${run}`,
  });
  const patient = (
    who: PatientName,
    change: Pick<typeof sample.patientSignup, 'firstName' | 'password'>,
  ) => ({
    ...sample.patientSignup,
    ...change,
    email: email(who),
  });
  return {
    clinics: {
      clinic: clinic('clinic', 'Harbor1!x'),
      'other clinic': clinic('other clinic', 'Orchard2!x'),
    },
    patients: {
      patient: patient('patient', { firstName: 'Ada', password: 'Violet9$k' }),
      'other patient': patient('other patient', { firstName: 'Grace', password: 'Amber8$k' }),
    },
    /** A row of an import; `who` makes its email unique. */
    row: (who: string) => ({
      ...sample.importRow,
      ...place,
      email: email(who),
      kitType: null as string | null,
    }),
    lab: { ...sample.lab, ...place },
    clinicRequest: { ...sample.clinicRequest, clinicEmail: email('request') },
    /** Has no account. */
    stranger: email('nobody'),
  };
}

type TestData = ReturnType<typeof createTestData>;

/** The test context of every group of cases. */
export interface TestContext {
  readonly check: TestRun;
  readonly samples: Samples;
  readonly memory: Memory;
  readonly data: TestData;
  readonly mail: Mailbox;
  /** Completes a hosted checkout; resolves to false if that is not possible here. */
  readonly pay: (sessionId: string) => Promise<boolean>;
}

export type AccountName = ClinicName | PatientName;

/** Values that one case stores and another needs, with their names in the report. */
export const keys = {
  chat: 'the chat service (see --chat)',
  code: (who: AccountName) => `the code mailed to the ${who} (see --mail)`,
  token: (who: AccountName) => `the ${who} signed in`,
  clinicId: (who: ClinicName) => `the ${who} in the list of clinics`,
  patientId: (email: string) => `the patient ${email} in the list`,
  rowId: (email: string) => `the row number of ${email}`,
  kit: 'a kit',
  /** The same one if there is only one. */
  otherKit: 'another kit',
  checkout: (who: ClinicName) => `a checkout session of the ${who}`,
  paidCheckout: (who: ClinicName) => `a paid checkout of the ${who} (see --control)`,
  confirmation: (email: string) => `the link mailed to ${email} for confirming the address (see --mail)`,
  reset: 'the link mailed for a new password (see --mail)',
  order: 'an order of the patient',
} as const;

/** Returns one deviation unless the condition holds. */
export const expectThat = (isSo: boolean, otherwise: string): readonly string[] => (isSo ? [] : [otherwise]);

/**
 * Whether a response has this code or link token as a whole word of one of its values: a short code may be part of any
 * phone number, id or time by chance.
 */
function hasSecret({ body, text }: Received, secret: string): boolean {
  const word = new RegExp(`(?<![\\w.-])${secret.replaceAll(/\W/g, '\\$&')}(?![\\w-]|\\.\\w)`);
  const isIn = (part: unknown): boolean =>
    typeof part === 'object' && part !== null ? Object.values(part).some(isIn) : word.test(String(part));
  return isIn(body ?? text);
}

/** What an operation mails, and the value that the mail brought; undefined if none came. */
interface Mailed {
  readonly to: string;
  readonly kind: MailKind;
  readonly value: string | undefined;
}

/** Records whether an operation mailed its code or link, and no response contains it: it proves the address. */
export async function judgeMail(
  { check, mail }: Pick<TestContext, 'check' | 'mail'>,
  name: OperationName,
  path: string,
  { to, kind, value }: Mailed,
): Promise<void> {
  // Without a mailbox there is nothing to judge.
  if ((await mail.count(to, kind)) === undefined) return;
  const isExposed =
    value !== undefined && check.responses(name).some((received) => hasSecret(received, value));
  check.record(name, path, [
    ...expectThat(value !== undefined, `no mail came to ${to}`),
    ...expectThat(!isExposed, 'the body of a response contains what only the mail may'),
  ]);
}
