import type { RequestIssue } from './read-request';

/** Why a call gets an error response. */
export interface CallError {
  /**
   * `invalid`: the request doesn't fit the contract. `signed-out`: it needs an account. `rejected`: a rule or a branch says
   * so. `unknown`: the contract has no such call. `defect`: a rule failed, or its response doesn't fit the contract.
   */
  readonly reason: 'invalid' | 'signed-out' | 'rejected' | 'unknown' | 'defect';
  /** The usual status: 400, 401, that of the rule or branch, 501 or 405, 500. */
  readonly status: number;
  /** Undefined if a rule rejects without a text. */
  readonly message: string | undefined;
  /** What is wrong with an invalid request; otherwise empty. */
  readonly issues: readonly RequestIssue[];
}

/** An error response; without a status it has the usual one. The body is JSON unless a content type says otherwise. */
export interface ErrorAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** How an API's error responses look. */
export type Errors = (error: CallError) => ErrorAnswer;

/** `{ message }`, or `{}` without one. */
export const messageErrors: Errors = ({ message }) => ({ body: message === undefined ? {} : { message } });

interface AnsweredError {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response to a call's error. */
export function answerOfError(
  errors: Errors,
  error: Pick<CallError, 'reason' | 'status' | 'message'> & Partial<CallError>,
  extraHeaders?: Readonly<Record<string, string>>,
): AnsweredError {
  const { status = error.status, headers, body } = errors({ issues: [], ...error });
  return {
    kind: 'answer',
    status,
    body,
    ...((headers || extraHeaders) && { headers: { ...extraHeaders, ...headers } }),
  };
}
