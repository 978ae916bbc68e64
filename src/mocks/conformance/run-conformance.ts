import { withoutEndSlash } from '@kitwell/mock-engine/declaration';
import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { anonymousPaths, foreignPaths, rolePaths } from '@/mocks/conformance/paths/access.paths';
import { clinicProfilePaths, publicPaths } from '@/mocks/conformance/paths/clinic.paths';
import { bookingPaths, orderPaths } from '@/mocks/conformance/paths/orders.paths';
import { parallelPaths } from '@/mocks/conformance/paths/parallel.paths';
import {
  confirmationPaths,
  patientProfilePaths,
  patientsPaths,
} from '@/mocks/conformance/paths/patients.paths';
import {
  clinicSignUpPaths,
  logoutPaths,
  passwordPaths,
  patientSignUpPaths,
} from '@/mocks/conformance/paths/sign-up.paths';
import { sampledPaths, transportPaths } from '@/mocks/conformance/paths/transport.paths';
import { type Received, undeclaredFields } from './check-answer';
import type { Samples } from './samples';
import {
  createMailReader,
  createMemory,
  createTestData,
  hasChat,
  keys,
  payByControl,
  type TestContext,
} from './test-context';
import { type CaseResult, createTestRun } from './test-run';

const notRead = 'no call of §7 reads it back';

/** What the specification leaves to the server, and why no case judges it. */
const openQuestions: Partial<Record<OperationName, readonly string[]>> = {
  sendChatMessage: ['the text of the reply: §7 only reads it'],
  sendOtp: [
    'length and lifetime of a code, and whether a second one replaces it: the specification names neither',
  ],
  verifyOtp: ['whether a code can be entered twice: the specification does not say'],
  createCustomer: [
    `what the store keeps of a customer: ${notRead}`,
    'a customer who exists: the specification does not say whether the store takes new details',
  ],
  clinicSignup: [
    'the same account again, with the same password: the specification does not say whether it is rejected',
  ],
  patientSignup: ['a clinic that does not exist: the form offers a list only (§2)'],
  login: ['capitals in the email: the specification does not say whether they count'],
  logout: ['other sessions of the account: the specification does not say whether they end'],
  forgotPassword: ['200 or 404 for an unknown address: both show the same (§8)'],
  resetPassword: ['lifetime of a link, and earlier links of the account: the specification names neither'],
  fetchClinics: ['the order of the list: the specification names none'],
  requestClinic: [`what becomes of a request: ${notRead}`],
  fetchPatients: ['the order of the list: the specification names none'],
  addPatients: [
    'an email that another clinic has, and capitals in emails: the specification names no rule',
    'what a phone or a postal code must look like: §5 asks for text only',
  ],
  updatePatient: ['a path and a record of two patients: the specification does not say which one counts'],
  authenticatePatients: ['an own patient beside one of another clinic: all or none is not decided'],
  requestAddressConfirmation: [
    'a frequency that the form does not offer: §5 asks for text only',
    'the same order before it is confirmed: the specification does not say whether it is rejected',
  ],
  confirmAddress: [
    'lifetime of a link, and whether the order changes the patient’s profile: the specification names neither',
  ],
  trackKitStatus: [
    'the statuses: §3 names "Order not placed" only',
    'a clinic that tracks the kit of its patient: §6 does not say',
  ],
  verifyPaymentSession: ['the status for an unknown session: §7 reads success only'],
  sendInvitation: [
    `provider type and location: ${notRead}`,
    'a time that has passed, ends before it starts or is taken: §5 asks for text only',
    'the same invitation twice: the specification does not say whether it is rejected',
  ],
  fetchAppointments: ['the text of a time slot that was sent as a date: the server composes them'],
  fetchClinicProfile: ['clinic_address: the specification does not say how it is composed'],
  fetchProducts: ['which kits there are, and their prices: not shown in §9'],
};

/** What was not judged of one operation, including fields of its responses that the specification does not name. */
function openQuestionsOf(name: OperationName, responses: readonly Received[]): readonly string[] {
  const { ok } = declarationOf(name);
  const good = responses.filter(({ status }) => status === ok.status);
  const extra = new Set(good.flatMap(({ body }) => undeclaredFields(ok.body, body)));
  return [
    ...(openQuestions[name] ?? []),
    ...(extra.size === 0
      ? []
      : [`${[...extra].join(', ')}: §3 names the fields that are read, and forbids no others`]),
  ];
}

interface ConformanceOptions {
  /** A call of every operation that the server accepts. */
  readonly samples: Samples;
  /** Base URL of the API under test, without a trailing slash. */
  readonly api: string;
  /** The chat service; defaults to the API's own URL. */
  readonly chat?: string;
  /** Where its mails can be read; defaults to `<api>/__mock/mail`. */
  readonly mail?: string;
  /** Where a hosted checkout can be completed; defaults to `<api>/__mock`. */
  readonly control?: string;
  /** The origin of the product's pages, for CORS; defaults to the development server's. */
  readonly origin?: string;
  /** Response timeout in milliseconds; defaults to 10,000. */
  readonly patience?: number;
  /** How long a mail may take, in milliseconds; defaults to 3,000. */
  readonly mailTakes?: number;
  /** Makes the account names of this run unique; defaults to the current time. */
  readonly run?: string;
  /** Sends the requests; defaults to the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface OperationReport {
  readonly operation: string;
  readonly paths: readonly CaseResult[];
  /** What the specification does not decide, and so was not judged. */
  readonly open: readonly string[];
}

/**
 * Runs the contract's success and error cases against an API: two clinics and two patients sign up, call everything that
 * §7 lists, read back what they wrote, and try what only the other one may do. Cases that need a missing mailbox or
 * paid checkout are reported as skipped.
 *
 * @returns every operation of the contract, in its order
 * @throws UnreachableError when the API does not respond
 */
export async function runConformance(options: ConformanceOptions): Promise<OperationReport[]> {
  const {
    patience = 10_000,
    mailTakes = 3000,
    run = Date.now().toString(36),
    origin = 'http://localhost:5173',
    fetch = globalThis.fetch,
  } = options;
  const api = withoutEndSlash(options.api);
  const chatUrl = withoutEndSlash(options.chat ?? api);
  const check = createTestRun({ apiUrl: api, chatUrl, patience, origin, fetch });
  const control = withoutEndSlash(options.control ?? `${api}/__mock`);
  const mail = createMailReader({ url: options.mail ?? `${api}/__mock/mail`, patience, mailTakes, fetch });
  const memory = createMemory();
  if (options.chat !== undefined || (await hasChat(api, { patience, fetch })))
    memory.store(keys.chat, 'there');
  const context: TestContext = {
    check,
    samples: options.samples,
    memory,
    data: createTestData(run),
    mail,
    pay: (sessionId) => payByControl(control, sessionId, { patience, fetch }),
  };
  const groups = [
    anonymousPaths,
    publicPaths,
    clinicSignUpPaths,
    patientsPaths,
    bookingPaths,
    orderPaths,
    clinicProfilePaths,
    patientSignUpPaths,
    patientProfilePaths,
    confirmationPaths,
    rolePaths,
    foreignPaths,
    parallelPaths,
    passwordPaths,
    logoutPaths,
    sampledPaths,
    transportPaths,
  ];
  for (const tryPaths of groups) await tryPaths(context);
  return operationNames.map((name) => {
    const { operation } = declarationOf(name);
    return {
      operation,
      paths: check.results().filter((result) => result.operation === operation),
      open: openQuestionsOf(name, check.responses(name)),
    };
  });
}
