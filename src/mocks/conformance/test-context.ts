import { withoutEndSlash } from '@/contract/config';
import * as z from '@/contract/zod';
import { NotTriedError, type TestRun } from './test-run';

/** Values found by earlier cases: tokens and ids. */
export function createMemory() {
  const held = new Map<string, string>();
  return {
    keep(name: string, value: string | undefined) {
      if (value !== undefined && value !== '') held.set(name, value);
    },
    /** @throws NotTriedError if no earlier case stored the value */
    need(name: string): string {
      const value = held.get(name);
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

const MAIL_TAKES_MS = 3000;

interface Mailbox {
  /** The code in the newest mail of this kind; undefined if there is none. */
  code(to: string): Promise<string | undefined>;
  /** The last path segment of the link in it. */
  linkToken(to: string, kind: 'reset-password' | 'confirm-address'): Promise<string | undefined>;
}

/**
 * Reads the mails sent by the API under test.
 *
 * @param url responds to `?to=` with a JSON array of `{ to, kind, code?, link? }`, as `/__mock/mail` does
 */
export function createMailReader(url: string, patience: number): Mailbox {
  async function read(to: string) {
    const address = new URL(url);
    address.searchParams.set('to', to);
    const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
    return mails.parse(await answer.json());
  }

  /** Polls, because mail may arrive after the response; a mailbox that cannot be read is requested only once. */
  async function newest(to: string, kind: string) {
    const until = performance.now() + Math.min(patience, MAIL_TAKES_MS);
    try {
      for (;;) {
        const found = (await read(to)).findLast((mail) => mail.kind === kind && mail.to === to);
        if (found || performance.now() > until) return found;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    } catch {
      return undefined;
    }
  }
  return {
    code: async (to) => (await newest(to, 'otp'))?.code,
    async linkToken(to, kind) {
      const link = (await newest(to, kind))?.link;
      return link === undefined ? undefined : withoutEndSlash(link).split('/').at(-1);
    },
  };
}

/** Whether the chat service is also at this URL; an API without one has no such path. */
export async function hasChat(url: string, patience: number): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Hello' }),
      signal: AbortSignal.timeout(patience),
    });
    return ![404, 405, 501].includes(answer.status);
  } catch {
    return false;
  }
}

/** Completes a hosted checkout without a user, by a `PATCH` of the mock's own table. */
export async function payByControl(
  controlUrl: string,
  sessionId: string,
  patience: number,
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

/** A clinic, its patient and their addresses for one run, with unique names. */
export function createTestData(run: string) {
  const address = {
    street: '12 Pine Street',
    city: 'Seattle',
    postalCode: '98101',
    state: 'WA',
    country: 'USA',
    addressLine2: '',
  };
  const clinic = {
    email: `clinic-${run}@conformance.example.com`,
    password: 'Harbor1!x',
    clinicName: `Conformance ${run}`,
    phoneNumber: '+12065550177',
    ...address,
  };
  const patient = {
    firstName: 'Ada',
    lastName: 'Park',
    email: `patient-${run}@conformance.example.com`,
    phone: '+12065550133',
    password: 'Violet9$k',
    insuranceOption: 'yes',
  };
  return {
    address,
    clinic,
    clinicCustomer: {
      firstName: 'Conformance',
      lastName: run,
      email: clinic.email,
      phone: clinic.phoneNumber,
      password: clinic.password,
      tag: 'provider' as const,
      acceptsMarketing: true as const,
      address1: address.street,
      city: address.city,
      province: address.state,
      country: address.country,
      zip: address.postalCode,
    },
    patient,
    patientCustomer: {
      firstName: patient.firstName,
      lastName: patient.lastName,
      email: patient.email,
      phone: patient.phone,
      password: patient.password,
      tag: 'patient' as const,
    },
    importRow: {
      name: 'Ada Park',
      email: patient.email,
      phone: patient.phone,
      age: '29',
      ...address,
      shippingType: 'USPS',
      frequency: '3 Months',
      kitType: null as string | null,
      isChecked: false,
    },
    lab: {
      name: 'Pike Labs',
      labId: '50D0000001',
      phoneNo: '+12065550190',
      instructions: 'Ring twice.',
      ...address,
    },
    stranger: `nobody-${run}@conformance.example.com`,
  };
}

type TestData = ReturnType<typeof createTestData>;

/** The test context of every group of cases. */
export interface TestContext {
  readonly check: TestRun;
  readonly memory: Memory;
  readonly data: TestData;
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
  paidCheckout: 'a paid checkout (see --control)',
  confirmation: 'the link mailed for confirming the address (see --mail)',
  reset: 'the link mailed for a new password (see --mail)',
  order: 'an order of the patient',
} as const;

/** Returns one deviation unless the condition holds. */
export const expectThat = (isSo: boolean, otherwise: string): readonly string[] => (isSo ? [] : [otherwise]);
