import { declarationOf, operationNames } from '@/contract/contract';
import { withoutEndSlash } from '@/contract/declaration';
import { anonymousPaths, foreignPaths, rolePaths } from '@/mocks/conformance/paths/access.paths';
import { bookingPaths } from '@/mocks/conformance/paths/booking.paths';
import { clinicProfilePaths, publicPaths } from '@/mocks/conformance/paths/clinic.paths';
import { orderPaths } from '@/mocks/conformance/paths/orders.paths';
import { parallelPaths } from '@/mocks/conformance/paths/parallel.paths';
import { confirmationPaths, patientProfilePaths } from '@/mocks/conformance/paths/patient-profile.paths';
import { patientsPaths } from '@/mocks/conformance/paths/patients.paths';
import { sampledPaths } from '@/mocks/conformance/paths/sampled.paths';
import { logoutPaths, passwordPaths } from '@/mocks/conformance/paths/session.paths';
import { clinicSignUpPaths, patientSignUpPaths } from '@/mocks/conformance/paths/sign-up.paths';
import { transportPaths } from '@/mocks/conformance/paths/transport.paths';
import { openQuestionsOf } from './open-questions';
import {
  createMailReader,
  createMemory,
  createTestData,
  found,
  hasChat,
  payByControl,
  type TestContext,
} from './test-context';
import { type CaseResult, createTestRun } from './test-run';

interface ConformanceOptions {
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
  /** What SPEC does not decide, and so was not judged. */
  readonly open: readonly string[];
}

/**
 * Runs the contract's success and error cases against an API: two clinics and two patients sign up, call everything that
 * SPEC §7 lists, read back what they wrote, and try what only the other one may do. Cases that need a missing mailbox or
 * paid checkout are reported as skipped.
 *
 * @returns every operation of the contract, in its order
 * @throws UnreachableError when the API does not respond; Error when a mailbox was named and cannot be read
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
  if (options.mail !== undefined) await mail.requireReadable();
  const memory = createMemory();
  if (options.chat !== undefined || (await hasChat(api, { patience, fetch })))
    memory.keep(found.chat, 'there');
  const context: TestContext = {
    check,
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
