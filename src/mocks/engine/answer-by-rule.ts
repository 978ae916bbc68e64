import type { Declaration } from '../../contract/declaration';
import * as z from '../../contract/zod';
import type { AnyDatabase, AnyTables } from '../db/database-types';
import { isFrozenRow } from '../db/row';
import { StorageFailedError } from '../db/storage';
import type { World } from '../world/world';
import { type AnyRules, HttpError, SoftFail } from './backend';
import { branchOfError, branchOfSoftFail, type WireResult } from './branch-answer';
import type { AnyCaller, LogEntry } from './log';
import type { Operations } from './operation-lookup';
import { describeIssue, type RequestParts } from './read-request';

export interface RuleOptions {
  readonly operations: Operations;
  readonly backend: AnyRules;
  readonly db: AnyDatabase;
  readonly world: World;
  /** Returns the account of a token; undefined for an invalid token. */
  findCaller(tables: AnyTables, token: string): AnyCaller | undefined;
  /** `throw`: an invalid response or a defect throws (tests). `answer`: it is logged and answered with 500. */
  readonly onDefect: 'throw' | 'answer';
}

export interface Outcome {
  readonly result: WireResult;
  readonly branch: string;
  readonly by: LogEntry['decidedBy'];
  readonly violation?: LogEntry['violation'];
}

/** A rule's response that violates the contract. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
}

/** A response with a message, or with an empty body. */
export const jsonMessage = (status: number, message: string | undefined): WireResult => ({
  kind: 'answer',
  status,
  body: message === undefined ? {} : { message },
});

/** Runs the rule in a transaction. An error response is thrown inside it, so that its writes are rolled back. */
async function askRule(
  { operations, backend, db, world, findCaller }: RuleOptions,
  name: string,
  parts: RequestParts,
  token: string | null,
): Promise<unknown> {
  const { auth, operation } = operations.declarationOf(name);
  return db.transaction(async (transaction) => {
    const caller = (token !== null && findCaller(transaction.tables, token)) || null;
    if (auth === 'required' && !caller) throw new HttpError(401, 'Sign in again');
    const context = { request: parts, caller: auth === 'none' ? null : caller, db: transaction, world };
    const answer = await backend[name]?.(context as never);
    if (answer instanceof HttpError || answer instanceof SoftFail) throw answer;
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

function checkedAnswer(declared: Declaration, body: unknown, onDefect: RuleOptions['onDefect']): Outcome {
  const checked = check(declared.ok.body, body);
  if (checked.success) {
    return {
      result: { kind: 'answer', status: declared.ok.status, body: body === undefined ? {} : body },
      branch: 'ok',
      by: 'rule',
    };
  }
  const details = `${declared.operation} answered outside the contract: ${describeIssue(checked.error.issues)}`;
  if (onDefect === 'throw') throw new ContractViolation(details);
  return {
    result: jsonMessage(500, details),
    branch: '500',
    by: 'defect',
    violation: { side: 'response', details },
  };
}

function outcomeOfError(declared: Declaration, { status, text }: HttpError): Outcome {
  return {
    result: jsonMessage(status, text),
    branch: branchOfError(declared, status, text),
    by: status === 401 ? 'auth' : 'rule',
  };
}

function outcomeOfSoftFail(declared: Declaration, { text }: SoftFail): Outcome {
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
export async function answerByRule(
  options: RuleOptions,
  name: string,
  parts: RequestParts,
  token: string | null,
): Promise<Outcome> {
  const declared = options.operations.declarationOf(name);
  let answer: unknown;
  try {
    answer = await askRule(options, name, parts, token);
  } catch (error) {
    if (error instanceof HttpError) return outcomeOfError(declared, error);
    if (error instanceof SoftFail) return outcomeOfSoftFail(declared, error);
    if (options.onDefect === 'throw' || error instanceof StorageFailedError) throw error;
    return { result: jsonMessage(500, String(error)), branch: '500', by: 'defect' };
  }
  return checkedAnswer(declared, answer, options.onDefect);
}
