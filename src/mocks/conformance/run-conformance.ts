import { withoutEndSlash } from '@/contract/config';
import { declarationOf, operationNames } from '@/contract/contract';
import { anonymousPaths } from '@/mocks/conformance/paths/anonymous.paths';
import { clinicPaths, publicPaths } from '@/mocks/conformance/paths/clinic.paths';
import { farewellPaths, orderPaths, patientPaths } from '@/mocks/conformance/paths/orders.paths';
import { patientsPaths } from '@/mocks/conformance/paths/patients.paths';
import { sampledPaths } from '@/mocks/conformance/paths/sampled.paths';
import { clinicSignUpPaths, patientSignUpPaths } from '@/mocks/conformance/paths/sign-up.paths';
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
  /** Response timeout in milliseconds; defaults to 10,000. */
  readonly patience?: number;
  /** Makes the account names of this run unique; defaults to the current time. */
  readonly run?: string;
}

export interface OperationReport {
  readonly operation: string;
  readonly paths: readonly CaseResult[];
}

/**
 * Runs the contract's success and error cases against an API: a clinic and a patient sign up and call everything that
 * SPEC §7 lists. Cases that need a missing mailbox or paid checkout are reported as skipped.
 *
 * @returns every operation of the contract, in its order
 * @throws UnreachableError when the API does not respond
 */
export async function runConformance(options: ConformanceOptions): Promise<OperationReport[]> {
  const { patience = 10_000, run = Date.now().toString(36) } = options;
  const api = withoutEndSlash(options.api);
  const check = createTestRun({ apiUrl: api, chatUrl: withoutEndSlash(options.chat ?? api), patience });
  const control = withoutEndSlash(options.control ?? `${api}/__mock`);
  const memory = createMemory();
  if (options.chat !== undefined || (await hasChat(api, patience))) memory.keep(found.chat, 'there');
  const context: TestContext = {
    check,
    memory,
    data: createTestData(run),
    mail: createMailReader(options.mail ?? `${api}/__mock/mail`, patience),
    pay: (sessionId) => payByControl(control, sessionId, patience),
  };
  const groups = [
    anonymousPaths,
    publicPaths,
    clinicSignUpPaths,
    clinicPaths,
    patientsPaths,
    orderPaths,
    patientSignUpPaths,
    patientPaths,
    farewellPaths,
    sampledPaths,
  ];
  for (const tryPaths of groups) await tryPaths(context);
  return operationNames.map((name) => {
    const { operation } = declarationOf(name);
    return { operation, paths: check.results().filter((result) => result.operation === operation) };
  });
}
