import * as z from 'zod/mini';
import type { AnyDatabase, AnyTables } from '../db/database-types';
import { isFrozenRow } from '../db/row';
import { StorageFailedError } from '../db/storage';
import { branchesOf, type Declaration } from '../declaration';
import { errorMessage, inEnglish } from '../error-message';
import type { World } from '../world/world';
import { type AnyRules, HttpError, RuleResponse, SoftFail } from './backend';
import {
  answerOfBranch,
  asksRule,
  branchOfError,
  branchOfSoftFail,
  customAnswer,
  isBinary,
  type WireResult,
} from './branch-answer';
import { answerOfError, type CallError, type Errors, messageErrors } from './errors';
import { type Latency, type LatencyShape, randomLatency, wait } from './latency';
import { createLog, type LogEntry, type RequestLog } from './log';
import { branchByMagic } from './magic-inputs';
import { onlyDeclared } from './only-declared';
import { gatewayBranches, type Operations, settableBranchesOf } from './operation-lookup';
import { arrivesBadly, isByHand, type Override } from './overrides';
import { createRandom } from './random';
import {
  cookiesIn,
  describeIssue,
  type HttpRequest,
  type ReadableRequest,
  type RequestParts,
  readRequest,
} from './read-request';
import { type AnyCaller, addressesIn } from './request-match';
import { createScenario, type Scenario } from './scenario';

interface RuleOptions {
  readonly operations: Operations;
  readonly backend: AnyRules;
  readonly db: AnyDatabase;
  readonly world: World;
  readonly errors: Errors;
  /** Returns what a request signs in with; null if it has nothing. */
  tokenOf(request: HttpRequest): string | null;
  /** Returns the account of a token; undefined for an invalid token. */
  findCaller(tables: AnyTables, token: string): AnyCaller | undefined;
  /** `throw`: an invalid response or a defect throws (tests). `answer`: it is logged and answered with 500. */
  readonly onDefect: 'throw' | 'answer';
  /** Called with each defect that is answered. */
  readonly reportDefect?: ((defect: unknown) => void) | undefined;
}

type Answer = Extract<WireResult, { kind: 'answer' }>;

/** In the log: a response that is no branch of the contract. */
const BY_HAND = 'by hand';

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

/** No one has signed in. */
class SignedOutError extends HttpError {}

interface Asking {
  readonly token: string | null;
  readonly http: HttpRequest;
  /** @throws CallBrokenOff */
  readonly requireSameData: () => void;
}

/** Runs the rule in a transaction. An error response is thrown inside it, so that its writes are rolled back. */
async function askRule(
  { operations, backend, db, world, findCaller }: RuleOptions,
  name: string,
  parts: RequestParts,
  { token, http, requireSameData }: Asking,
): Promise<unknown> {
  const { auth, operation } = operations.declarationOf(name);
  return db.transaction(async (transaction) => {
    requireSameData();
    const caller = (token !== null && findCaller(transaction.tables, token)) || null;
    if (auth === 'required' && !caller) throw new SignedOutError(401, 'Sign in again');
    const context = { request: parts, http, caller: auth === 'none' ? null : caller, db: transaction, world };
    const answer = await backend[name]?.(context as never);
    if (answer instanceof HttpError || answer instanceof SoftFail) throw answer;
    if (http.method === 'HEAD') throw new AnswerToHead(answer);
    return answer;
  }, operation);
}

/** The schema each frozen row was validated with. */
const validatedBy = new WeakMap<object, unknown>();

/** Validates a response, skipping rows of a list that are already validated: of 10,000 patients few have changed. */
function check(schema: Declaration['ok']['body'], body: unknown): z.core.util.SafeParseResult<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'array' || !Array.isArray(body)) return z.safeParse(schema, body, inEnglish);
  const { element } = def;
  const unchecked = body.filter((row) => validatedBy.get(row) !== element);
  const checked = z.safeParse(schema, unchecked);
  // Validates everything again, so that the message names the right index.
  if (!checked.success) return z.safeParse(schema, body, inEnglish);
  for (const row of unchecked) if (isFrozenRow(row)) validatedBy.set(row, element);
  return checked;
}

/** The response to a rule's answer, with the fields that the contract declares. */
function checkedAnswer(declared: Declaration, answer: unknown, options: RuleOptions): Outcome<Answer> {
  const { body: ruleBody, options: own } =
    answer instanceof RuleResponse ? answer : { body: answer, options: {} };
  const { status = declared.ok.status, headers, cookies } = own;
  const result: Answer = {
    kind: 'answer',
    status,
    body: ruleBody === undefined ? {} : ruleBody,
    ...(headers && { headers }),
    ...(cookies && { cookies }),
  };
  if (status !== declared.ok.status) {
    if (status >= 300) return { result, branch: BY_HAND, by: 'rule' };
    if (!declared.ok.alsoGood?.includes(status)) {
      return violation(declared, `${status} is not among the statuses of the contract`, options);
    }
  } else {
    const checked = check(declared.ok.body, ruleBody);
    if (!checked.success) return violation(declared, describeIssue(checked.error.issues), options);
  }
  const { body } = result;
  return {
    result: { ...result, body: isBinary(body) ? body : onlyDeclared(declared.ok.body, body) },
    branch: status === declared.ok.status ? 'ok' : `ok.${status}`,
    by: 'rule',
  };
}

function violation({ operation }: Declaration, what: string, options: RuleOptions): Outcome<Answer> {
  const details = `${operation} answered outside the contract: ${what}`;
  const outcome = outcomeOfDefect(new ContractViolation(details), details, options);
  return { ...outcome, violation: { side: 'response', details } };
}

/** @throws the defect, if `onDefect` is `throw` */
function outcomeOfDefect(
  defect: unknown,
  message: string,
  { onDefect, reportDefect, errors }: RuleOptions,
): Outcome<Answer> {
  if (onDefect === 'throw') throw defect;
  reportDefect?.(defect);
  const result = answerOfError(errors, { reason: 'defect', status: 500, message });
  return { result, branch: '500', by: 'defect' };
}

function outcomeOfError(declared: Declaration, error: HttpError, errors: Errors): Outcome<Answer> {
  const { status, text, options } = error;
  const reason: CallError['reason'] = error instanceof SignedOutError ? 'signed-out' : 'rejected';
  const result: Answer =
    'body' in options
      ? { kind: 'answer', status, body: options.body, ...(options.headers && { headers: options.headers }) }
      : answerOfError(errors, { reason, status, message: text }, options.headers);
  return { result, branch: branchOfError(declared, status, text), by: status === 401 ? 'auth' : 'rule' };
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
    if (error instanceof HttpError) return outcomeOfError(declared, error, options.errors);
    if (error instanceof SoftFail) return outcomeOfSoftFail(declared, error);
    if (error instanceof AnswerToHead) return checkedAnswer(declared, error.answer, options);
    if (error instanceof CallBrokenOff || error instanceof StorageFailedError) throw error;
    return outcomeOfDefect(error, String(error), options);
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

export interface EngineOptions extends Omit<RuleOptions, 'errors' | 'tokenOf'> {
  /** Defaults to `{ message }`. */
  readonly errors?: Errors;
  /** Defaults to the whole `Authorization` header. */
  readonly tokenOf?: ((request: HttpRequest) => string | null) | undefined;
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
  readonly errors: Errors;
  /** The mock's clock. */
  now(): Date;
  /** Restarts the seeded latencies and failures. */
  restart(): void;
  /** Breaks off the calls in flight, as a network error, without running their rules. */
  breakOff(): void;
  /**
   * Responds to one request for an operation; to HEAD as to GET, without its changes. Throws only if `onDefect` is `throw`,
   * or if the storage failed.
   *
   * @param cookies defaults to those in the request's headers, which a browser's page doesn't see
   */
  answer(
    name: string,
    request: ReadableRequest,
    pathParams: Record<string, string>,
    cookies?: Readonly<Record<string, string>>,
  ): Promise<WireResult>;
}

type Decision = {
  readonly branch: string;
  readonly by: LogEntry['decidedBy'];
  readonly delay?: number | LatencyShape | undefined;
  /** An override with its own body or headers, whose branch is its status, or with a body that arrives badly. */
  readonly override?: Override;
};

/** The rule's changes are kept, but the caller gets no response, neither success nor error. */
function loseResponse(ruled: Outcome<Answer>, branch: string, by: Outcome['by']): Outcome {
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
  if (result.kind === 'answer')
    return isBinary(result.body) ? `(${result.body.constructor.name})` : result.body;
  return result.kind === 'network' && result.lost ? { lost: result.lost } : null;
}

/** The pipeline (§Mock backend): validate → scenario → chaos → latency → auth → rule → validate → log. */
export function createEngine({
  errors = messageErrors,
  tokenOf = ({ headers }) => headers.get('authorization'),
  ...rest
}: EngineOptions): Engine {
  const options = { ...rest, errors, tokenOf };
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
    request: HttpRequest,
    parts: RequestParts,
    caller: AnyCaller | undefined,
  ): Decision {
    const requestedBranch = request.headers.get('x-mock-scenario');
    if (requestedBranch !== null) {
      requireBranch(name, requestedBranch);
      return { branch: requestedBranch, by: 'header' };
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
    { token, http, requireSameData }: Asking,
    signal: AbortSignal,
    pathParams: Record<string, string>,
  ) {
    const declared = declarationOf(name);
    const read = await readRequest(declared, http, pathParams);
    await db.hydrate();
    requireSameData();
    const duration = randomLatency(random, name);
    if (!read.ok) {
      await wait(duration(scenario.latency.current()), signal);
      const { message, issues } = read;
      const outcome: Outcome = {
        result: answerOfError(errors, { reason: 'invalid', status: 400, message, issues }),
        branch: '400',
        by: 'contract',
        violation: { side: 'request', details: message },
      };
      return { parts: read.parts, outcome };
    }
    const caller = token === null ? undefined : findCaller(tables, token);
    let decision: Decision;
    try {
      decision = decide(name, http, read.parts, caller);
    } catch (error) {
      const result = answerOfError(errors, {
        reason: 'invalid',
        status: 400,
        message: errorMessage(error),
      });
      return { parts: read.parts, caller, outcome: { result, branch: '400', by: 'header' } as Outcome };
    }
    const { delay = scenario.latency.current() } = decision;
    await wait(typeof delay === 'number' ? delay : duration(delay), signal);
    const outcome = await outcomeOfDecision(decision, name, read.parts, { token, http, requireSameData });
    return { parts: read.parts, caller, outcome: withArrival(outcome, decision.override) };
  }

  async function outcomeOfDecision(
    { branch, by, override }: Decision,
    name: string,
    parts: RequestParts,
    asking: Asking,
  ): Promise<Outcome> {
    if (override && isByHand(override)) {
      const result = customAnswer(declarationOf(name), Number(branch), override, errors);
      return { result, branch: BY_HAND, by };
    }
    if (!asksRule(branch)) {
      return { result: answerOfBranch(declarationOf(name), branch, errors), branch, by };
    }
    // Resolves once the rule's changes are durable; only then may the response be dropped (decision 0008).
    const ruled = await answerByRule(options, name, parts, asking);
    return branch === 'ok' ? ruled : loseResponse(ruled, branch, by);
  }

  return {
    operations,
    log,
    scenario,
    coverage,
    errors,
    now: () => world.now(),
    restart() {
      random.restart();
      chaos.restart();
    },
    breakOff() {
      generation += 1;
    },
    async answer(name, request, pathParams, cookies = cookiesIn(request.headers.get('cookie'))) {
      const { operation, host = 'api' } = declarationOf(name);
      const at = world.now().toISOString();
      const started = performance.now();
      const sinceStart = () => Math.round(performance.now() - started);
      const begunIn = generation;
      const requireSameData = () => {
        if (generation !== begunIn) throw new CallBrokenOff();
      };
      const { method, url, headers, signal } = request;
      const entry = { at, operation, signedIn: false };
      const ask = async (http: HttpRequest) => {
        const token = host === 'api' ? tokenOf(http) : null;
        entry.signedIn = token !== null;
        return outcomeOf(name, { token, http, requireSameData }, signal, pathParams);
      };
      try {
        const body = new Uint8Array(await request.arrayBuffer());
        const { parts, caller, outcome } = await ask({ method, url, headers, cookies, body }).catch(
          (error) => {
            if (error instanceof CallBrokenOff || error instanceof StorageFailedError) throw error;
            return {
              parts: null,
              caller: undefined,
              outcome: outcomeOfDefect(error, String(error), options),
            };
          },
        );
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
