import { type Declaration, isBlankIssue } from '../../contract/declaration';
import type * as z from '../../contract/zod';
import { errorMessage } from '../world/error-message';
import { readJson } from './json-body';

export type RequestParts = { readonly path?: unknown; readonly query?: unknown; readonly body?: unknown };

type ReadRequest =
  | { readonly ok: true; readonly parts: RequestParts }
  /** `message` starts with the field, so that the client can distinguish an invalid phone from an invalid email. */
  | { readonly ok: false; readonly parts: RequestParts; readonly message: string };

type Issue = Parameters<typeof isBlankIssue>[0] & { readonly path: PropertyKey[]; readonly message: string };

/** The first issue as text: its path, then its message. */
export function describeIssue(issues: readonly Issue[]): string {
  const [issue] = issues;
  if (!issue) return 'does not fit the contract';
  const message = isBlankIssue(issue) ? 'must not be blank' : issue.message;
  return issue.path.length === 0 ? message : `${issue.path.map(String).join('.')}: ${message}`;
}

const isNumeric = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

/** Path and query values are strings, even if the contract declares numbers. */
function parseText(schema: z.ZodMiniType, texts: Record<string, string>) {
  const asText = schema.safeParse(texts);
  if (asText.success) return asText;
  const coerced = Object.entries(texts).map(([name, text]) => [name, isNumeric(text) ? Number(text) : text]);
  return schema.safeParse(Object.fromEntries(coerced));
}

/**
 * Reads and validates a request against its contract entry. Consumes the request's body.
 *
 * @param pathParams the path parameters, as strings
 */
export async function readRequest(
  declared: Declaration,
  request: Request,
  pathParams: Record<string, string>,
): Promise<ReadRequest> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const parts: Record<string, unknown> = {
    ...(declared.path ? { path: pathParams } : {}),
    ...(declared.query ? { query } : {}),
  };
  if (declared.body) {
    try {
      parts.body = await readJson(request);
    } catch (error) {
      return { ok: false, parts, message: errorMessage(error) };
    }
  }
  const results = [
    ['path', declared.path && parseText(declared.path, pathParams)] as const,
    ['query', declared.query && parseText(declared.query, query)] as const,
    ['body', declared.body?.safeParse(parts.body)] as const,
  ];
  const parsed: Record<string, unknown> = {};
  for (const [part, result] of results) {
    if (!result) continue;
    if (!result.success) return { ok: false, parts, message: describeIssue(result.error.issues) };
    parsed[part] = result.data;
  }
  return { ok: true, parts: parsed };
}
