import { declarationOf, operationNames } from '@/contract/contract';
import { anonymousPaths } from '@/mocks/conformance/paths/anonymous.paths';
import { found, type Stage } from '@/mocks/conformance/paths/case-context';
import { clinicPaths, publicPaths } from '@/mocks/conformance/paths/clinic.paths';
import { farewellPaths, orderPaths, patientPaths } from '@/mocks/conformance/paths/orders.paths';
import { patientsPaths } from '@/mocks/conformance/paths/patients.paths';
import { clinicSignUpPaths, patientSignUpPaths } from '@/mocks/conformance/paths/sign-up.paths';
import {
  createCast,
  createMailReader,
  createMemory,
  hasChat,
  payByControl,
} from '@/mocks/conformance/test-context';
import { createTestRun, type PathResult } from '@/mocks/conformance/test-run';

interface ConformanceOptions {
  /** The API that claims to be this product's backend, without a slash at the end. */
  readonly api: string;
  /** The chat service; where absent it is looked for at the API's own address. */
  readonly chat?: string;
  /** Where its mails can be read; `<api>/__mock/mail` where absent. */
  readonly mail?: string;
  /** Where a hosted checkout can be completed; `<api>/__mock` where absent. */
  readonly control?: string;
  /** How long an answer may take, in milliseconds; 10,000 where absent. */
  readonly patience?: number;
  /** Makes the names of this run's accounts its own; the time where absent. */
  readonly run?: string;
}

export interface OperationReport {
  readonly operation: string;
  readonly paths: readonly PathResult[];
}

/**
 * Runs the contract's happy and refusal paths against an API: a clinic and a patient sign up, and do everything that
 * SPEC §7 lists. What cannot be tried without a mailbox or a paid checkout is skipped, and said.
 *
 * @returns every operation of the contract, in its order
 * @throws UnreachableError when nothing answers
 */
export async function runConformance(options: ConformanceOptions): Promise<OperationReport[]> {
  const { patience = 10_000, run = Date.now().toString(36) } = options;
  const api = options.api.replace(/\/+$/, '');
  const visit = createTestRun({ apiUrl: api, chatUrl: (options.chat ?? api).replace(/\/+$/, ''), patience });
  const control = (options.control ?? `${api}/__mock`).replace(/\/+$/, '');
  const memory = createMemory();
  if (options.chat !== undefined || (await hasChat(api, patience))) memory.keep(found.chat, 'there');
  const stage: Stage = {
    visit,
    memory,
    cast: createCast(run),
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
  ];
  for (const tryPaths of groups) await tryPaths(stage);
  return operationNames.map((name) => {
    const { operation } = declarationOf(name);
    return { operation, paths: visit.results().filter((result) => result.operation === operation) };
  });
}
