import { declarationOf, operationNames } from '@/contract/contract';
import { branchesOf, ignoredBody, type Operation, routeOf } from '@/contract/operation';
import { isRecord } from '@/mocks/conformance/check-answer';
import { branchOfError, branchOfSoftFail } from '@/mocks/engine/branch-answer';

/** What a real server did: a branch of the contract, or the change that the contract would need. */
export type Classified = { readonly branch: string } | { readonly proposal: string };

const routes = operationNames.map(declarationOf).map((declared) => {
  const { method, path } = routeOf(declared);
  return { declared, method, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) };
});

/** The operation of the contract that a request calls; undefined if there is none. The path may have a query. */
export function operationOf(method: string, path: string): Operation | undefined {
  const [pathname = ''] = path.split('?');
  return routes.find((route) => route.method === method && route.pattern.test(pathname))?.declared;
}

const messageOf = (body: unknown): string | undefined =>
  isRecord(body) && typeof body.message === 'string' ? body.message : undefined;

/** Whether a response with the status of success declines the call. */
export const isSoftFail = ({ softFails }: Operation, body: unknown): boolean =>
  softFails === true && isRecord(body) && body.success === false;

/** Where a body breaks its schema, with the message of the schema. */
function problemsOf(declared: Operation, body: unknown): string {
  const parsed = declared.ok.body.safeParse(body);
  const [first] = parsed.error?.issues ?? [];
  return first === undefined ? '' : `${first.path.join('.') || 'the body'}: ${first.message}`;
}

/**
 * Finds the branch of the contract (SPEC §8) that a real response belongs to.
 *
 * @param body undefined if the response is not JSON
 */
export function classify(declared: Operation, status: number, body: unknown): Classified {
  const { ok } = declared;
  if (status === ok.status) {
    if (isSoftFail(declared, body)) return { branch: branchOfSoftFail(declared, messageOf(body)) };
    if (ok.body === ignoredBody || ok.body.safeParse(body).success) return { branch: 'ok' };
    return { proposal: `${status} with another body: ${problemsOf(declared, body)}` };
  }
  if (status >= 400 || ok.alsoGood?.includes(status)) {
    const branch = branchOfError(declared, status, messageOf(body));
    if (branchesOf(declared).includes(branch)) return { branch };
  }
  return { proposal: `status ${status}, which the contract does not declare` };
}
