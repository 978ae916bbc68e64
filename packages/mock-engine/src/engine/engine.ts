import type { AnyDatabase, AnyTables } from '../db/database-types';
import { isFrozenRow } from '../db/row';
import { StorageFailedError } from '../db/storage';
import { branchesOf, type Declaration } from '../declaration';
import { errorMessage } from '../error-message';
import type { World } from '../world/world';
import * as z from '../zod';
import { type AnyRules, HttpError, SoftFail } from './backend';
import {
  answerByHand,
  answerOfBranch,
  asksRule,
  branchOfError,
  branchOfSoftFail,
  type WireResult,
} from './branch-answer';
import { type Latency, type LatencyShape, randomLatency, wait } from './latency';
import { createLog, type LogEntry, type RequestLog } from './log';
import { branchByMagic } from './magic-inputs';
import { gatewayBranches, type Operations, settableBranchesOf } from './operation-lookup';
import { arrivesBadly, isByHand, type Override } from './overrides';
import { createRandom } from './random';
import { describeIssue, type ReadableRequest, type RequestParts, readRequest } from './read-request';
import { type AnyCaller, addressesIn } from './request-match';
import { createScenario, type Scenario } from './scenario';

interface RuleOptions {
  readonly operations: Operations;
  readonly backend: AnyRules;
  readonly db: AnyDatabase;
  readonly world: World;
  /** Returns the account of a token; undefined for an invalid token. */
  findCaller(tables: AnyTables, token: string): AnyCaller | undefined;
  /** `throw`: an invalid response or a defect throws (tests). `answer`: it is logged and answered with 500. */
  readonly onDefect: 'throw' | 'answer';
  /** Called with each defect that is answered. */
  readonly reportDefect?: ((defect: unknown) => void) | undefined;
}

type Answer = Extract<WireResult, { kind: 'answer' }>;

interface Outcome<Result extends WireResult = WireResult> {
  readonly result: Result;
  readonly branch: string;
  readonly by: LogEntry['decidedBy'];
  readonly violation?: LogEntry['violation'];
}

/** A rule's response that violates the contract. */
class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
}

/** What a rule answered to HEAD, which is safe (RFC 9110): thrown inside the transaction, as a GET may write. */
class AnswerToHead extends Error {
  override readonly name = 'AnswerToHead';

  constructor(readonly answer: unknown) {
    super('HEAD changes nothing');
  }
}

/** All data was replaced since the call began: it must not reach the new data, log and coverage. */
class CallBrokenOff extends Error {
  override readonly name = 'CallBrokenOff';
}

/** A response with a message, or with an empty body. */
const jsonMessage = (status: number, message: string | undefined): Answer => ({
  kind: 'answer',
  status,
  body: message === undefined ? {} : { message },
});

interface Asking {
  readonly token: string | null;
  readonly method: string;
  /** @throws CallBrokenOff */
  readonly requireSameData: () => void;
}

/** Runs the rule in a transaction. An error response is thrown inside it, so that its writes are rolled back. */
async function askRule(
  { operations, backend, db, world, findCaller }: RuleOptions,
  name: string,
  parts: RequestParts,
  { token, method, requireSameData }: Asking,
): Promise<unknown> {
  const { auth, operation } = operations.declarationOf(name);
  return db.transaction(async (transaction) => {
    requireSameData();
    const caller = (token !== null && findCaller(transaction.tables, token)) || null;
    if (auth === 'required' && !caller) throw new HttpError(401, 'Sign in again');
    const context = { request: parts, caller: auth === 'none' ? null : caller, db: transaction, world };
    const answer = await backend[name]?.(context as never);
    if (answer instanceof HttpError || answer instanceof SoftFail) throw answer;
    if (method === 'HEAD') throw new AnswerToHead(answer);
    return answer;
  }, operation);
}

/** The schema each frozen row was validated with. */
const validatedBy = new WeakMap<object, unknown>();

/** Validates a response, skipping rows of a list that are already validated: of 10,000 patients few have changed. */
function check(schema: Declaration['ok']['body'], body: unknown): ReturnType<typeof schema.safeParse> {
  if (!(schema instanceof z.ZodMiniArray) || !Array.isArray(body)) return schema.safeParse(body);
  const { element } = schema.def;
  const unchecked = body.filter((row) => validatedBy.get(row) !== element);
  const checked = schema.safeParse(unchecked);
  // Validates everything again, so that the message names the right index.
  if (!checked.success) return schema.safeParse(body);
  for (const row of unchecked) if (isFrozenRow(row)) validatedBy.set(row, element);
  return checked;
}

function checkedAnswer(
  declared: Declaration,
  body: unknown,
  { onDefect, reportDefect }: RuleOptions,
): Outcome<Answer> {
  const checked = check(declared.ok.body, body);
  if (checked.success) {
    return {
      result: { kind: 'answer', status: declared.ok.status, body: body === undefined ? {} : body },
      branch: 'ok',
      by: 'rule',
    };
  }
  const details = `${declared.operation} answered outside the contract: ${describeIssue(checked.error.issues)}`;
  const defect = new ContractViolation(details);
  if (onDefect === 'throw') throw defect;
  reportDefect?.(defect);
  return {
    result: jsonMessage(500, details),
    branch: '500',
    by: 'defect',
    violation: { side: 'response', details },
  };
}

function outcomeOfError(declared: Declaration, { status, text }: HttpError): Outcome<Answer> {
  return {
    result: jsonMessage(status, text),
    branch: branchOfError(declared, status, text),
    by: status === 401 ? 'auth' : 'rule',
  };
}

function outcomeOfSoftFail(declared: Declaration, { text }: SoftFail): Outcome<Answer> {
  const body = text === undefined ? { success: false } : { success: false, message: text };
  return {
    result: { kind: 'answer', status: declared.ok.status, body },
    branch: branchOfSoftFail(declared, text),
    by: 'rule',
  };
}

/**
 * Runs the product's rule in its own transaction: authorizes, runs, validates the response.
 *
 * @throws ContractViolation, and whatever a defective rule throws, if `onDefect` is `throw`
 * @throws StorageFailedError if the database does
 */
async function answerByRule(
  options: RuleOptions,
  name: string,
  parts: RequestParts,
  asking: Asking,
): Promise<Outcome<Answer>> {
  const declared = options.operations.declarationOf(name);
  let answer: unknown;
  try {
    answer = await askRule(options, name, parts, asking);
  } catch (error) {
    if (error instanceof HttpError) return outcomeOfError(declared, error);
    if (error instanceof SoftFail) return outcomeOfSoftFail(declared, error);
    if (error instanceof AnswerToHead) return checkedAnswer(declared, error.answer, options);
    if (error instanceof CallBrokenOff || error instanceof StorageFailedError) throw error;
    if (options.onDefect === 'throw') throw error;
    options.reportDefect?.(error);
    return { result: jsonMessage(500, String(error)), branch: '500', by: 'defect' };
  }
  return checkedAnswer(declared, answer, options);
}

/** Counts how often each branch of each operation was served. */
interface BranchCoverage {
  count(operation: string, branch: string): void;
  list(): { operation: string; branch: string; served: number }[];
}

/** Starts with every declared branch, zero times. */
function createBranchCoverage({ operationNames, declarationOf }: Operations): BranchCoverage {
  const counts = new Map<string, { operation: string; branch: string; served: number }>();
  const count = (operation: string, branch: string, by: number) => {
    const key = `${operation}:${branch}`;
    counts.set(key, { operation, branch, served: (counts.get(key)?.served ?? 0) + by });
  };
  for (const declared of operationNames.map(declarationOf))
    for (const branch of branchesOf(declared)) count(declared.operation, branch, 0);
  return { count: (operation, branch) => count(operation, branch, 1), list: () => [...counts.values()] };
}

export interface EngineOptions extends RuleOptions {
  /** Initial latency in milliseconds; the scenario can change it. */
  readonly latency: Latency;
  /** The seed of the current data; the same seed gives the same latencies. */
  readonly seed: () => number;
}

export interface Engine {
  readonly operations: Operations;
  readonly log: RequestLog;
  readonly scenario: Scenario;
  readonly coverage: BranchCoverage;
  /** The mock's clock. */
  now(): Date;
  /** Restarts the seeded latencies and failures. */
  restart(): void;
  /** Breaks off the calls in flight, as a network error, without running their rules. */
  breakOff(): void;
  /** Responds to one request for an operation; to HEAD as to GET, without its changes. Throws only if `onDefect` is `throw`, or if the storage failed. */
  answer(name: string, request: ReadableRequest, pathParams: Record<string, string>): Promise<WireResult>;
}

type Decision = {
  readonly branch: string;
  readonly by: LogEntry['decidedBy'];
  readonly delay?: number | LatencyShape | undefined;
  /** An override with its own body or headers, whose branch is its status, or with a body that arrives badly. */
  readonly override?: Override;
};

/** In the log; it counts for no declared branch. */
const BY_HAND = 'by hand';

/** The rule's changes are kept, but the caller gets no response, neither success nor error. */
function loseAnswer(ruled: Outcome<Answer>, branch: string, by: Outcome['by']): Outcome {
  const { status, body } = ruled.result;
  return {
    ...ruled,
    result: { kind: 'network', lost: { status, body } },
    branch,
    by: ruled.by === 'defect' ? 'defect' : by,
  };
}

/** The response, whose body arrives as the override says. */
function withArrival(outcome: Outcome, override: Override | undefined): Outcome {
  const { result, by } = outcome;
  if (!override || !arrivesBadly(override) || result.kind !== 'answer') return outcome;
  const { drip, resetAfter, truncateAfter } = override;
  const arrival = { drip, resetAfter, truncateAfter };
  return { ...outcome, result: { ...result, arrival }, by: by === 'rule' ? 'override' : by };
}

function responseInLog(result: WireResult): unknown {
  if (result.kind === 'answer') return result.body;
  return result.kind === 'network' && result.lost ? { lost: result.lost } : null;
}

/** The pipeline (§Mock backend): validate → scenario → chaos → latency → auth → rule → validate → log. */
export function createEngine(options: EngineOptions): Engine {
  const { db, world, findCaller, operations } = options;
  const { declarationOf, requireBranch } = operations;
  const log = createLog();
  const scenario = createScenario(options.latency, operations);
  const { overrides, chaos } = scenario;
  const coverage = createBranchCoverage(operations);
  const random = createRandom(options.seed);
  let generation = 0;
  const tables = Object.fromEntries(db.tables().map((name) => [name, db.table(name)]));

  /** In order of precedence: header, magic input, one-shot override, override of panel or URL, chaos, the rule. */
  function decide(
    name: string,
    request: ReadableRequest,
    parts: RequestParts,
    caller: AnyCaller | undefined,
  ): Decision {
    const asked = request.headers.get('x-mock-scenario');
    if (asked !== null) {
      requireBranch(name, asked);
      return { branch: asked, by: 'header' };
    }
    const addresses = [caller?.email, ...addressesIn(parts)];
    const magic = branchByMagic(addresses, settableBranchesOf(declarationOf(name)));
    if (magic !== undefined) return { branch: magic, by: 'magic' };
    const override = overrides.take(name, { parts, caller }, { usesUp: request.method !== 'HEAD' });
    if (override) {
      const { branch, delay } = override;
      return { branch, by: 'override', delay, override };
    }
    const accident = chaos.take(name);
    if (accident !== undefined) return { branch: accident, by: 'chaos' };
    return { branch: 'ok', by: 'rule' };
  }

  async function outcomeOf(
    name: string,
    request: ReadableRequest,
    pathParams: Record<string, string>,
    requireSameData: () => void,
  ) {
    const declared = declarationOf(name);
    const token = (declared.host ?? 'api') === 'api' ? request.headers.get('authorization') : null;
    const read = await readRequest(declared, request, pathParams);
    await db.hydrate();
    requireSameData();
    const duration = randomLatency(random, name);
    if (!read.ok) {
      await wait(duration(scenario.latency.current()), request.signal);
      const violation = { side: 'request', details: read.message } as const;
      return {
        parts: read.parts,
        outcome: {
          result: jsonMessage(400, read.message),
          branch: '400',
          by: 'contract',
          violation,
        } as Outcome,
      };
    }
    const caller = token === null ? undefined : findCaller(tables, token);
    let decision: Decision;
    try {
      decision = decide(name, request, read.parts, caller);
    } catch (error) {
      const details = errorMessage(error);
      return {
        parts: read.parts,
        caller,
        outcome: { result: jsonMessage(400, details), branch: '400', by: 'header' } as Outcome,
      };
    }
    const { delay = scenario.latency.current() } = decision;
    await wait(typeof delay === 'number' ? delay : duration(delay), request.signal);
    const outcome = await outcomeOfDecision(decision, name, read.parts, {
      token,
      method: request.method,
      requireSameData,
    });
    return { parts: read.parts, caller, outcome: withArrival(outcome, decision.override) };
  }

  async function outcomeOfDecision(
    { branch, by, override }: Decision,
    name: string,
    parts: RequestParts,
    asking: Asking,
  ): Promise<Outcome> {
    if (override && isByHand(override)) {
      const result = answerByHand(declarationOf(name), Number(branch), override);
      return { result, branch: BY_HAND, by };
    }
    if (!asksRule(branch)) return { result: answerOfBranch(declarationOf(name), branch), branch, by };
    // Resolves once the rule's changes are durable; only then may the response be dropped (decision 0008).
    const ruled = await answerByRule(options, name, parts, asking);
    return branch === 'ok' ? ruled : loseAnswer(ruled, branch, by);
  }

  return {
    operations,
    log,
    scenario,
    coverage,
    now: () => world.now(),
    restart() {
      random.restart();
      chaos.restart();
    },
    breakOff() {
      generation += 1;
    },
    async answer(name, request, pathParams) {
      const { operation } = declarationOf(name);
      const at = world.now().toISOString();
      const started = performance.now();
      const signedIn = request.headers.has('authorization');
      const entry = { at, operation, signedIn };
      const sinceStart = () => Math.round(performance.now() - started);
      const begunIn = generation;
      const requireSameData = () => {
        if (generation !== begunIn) throw new CallBrokenOff();
      };
      try {
        const { parts, caller, outcome } = await outcomeOf(name, request, pathParams, requireSameData);
        requireSameData();
        const { result, branch, by, violation = null } = outcome;
        if (branch !== BY_HAND && !gatewayBranches.includes(branch)) coverage.count(operation, branch);
        log.add({
          ...entry,
          ...(caller && { caller: { id: caller.id, email: caller.email } }),
          ...(result.kind === 'answer' && result.arrival && { arrival: result.arrival }),
          request: parts,
          branch,
          status: result.kind === 'answer' ? result.status : null,
          response: responseInLog(result),
          duration: sinceStart(),
          decidedBy: by,
          violation,
        });
        return result;
      } catch (error) {
        if (error instanceof CallBrokenOff) return { kind: 'network' };
        const details = errorMessage(error);
        const side = error instanceof ContractViolation ? ({ side: 'response', details } as const) : null;
        log.add({
          ...entry,
          request: null,
          branch: 'defect',
          status: null,
          response: details,
          duration: sinceStart(),
          decidedBy: 'defect',
          violation: side,
        });
        throw error;
      }
    },
  };
}
