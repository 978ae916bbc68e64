import { describe, expect, it } from 'vitest';
import { openApiFile } from '@/mocks/openapi/openapi-document';
import { catalogue } from './catalogue';
import type { Entry } from './rows';

interface Operation {
  readonly security: unknown;
  readonly requestBody?: unknown;
  readonly parameters?: readonly { name: string; in: string }[];
  readonly responses: Record<string, { content: { 'application/json': { examples?: object } } }>;
  readonly 'x-mock-branches': readonly { branch: string; status: number | null }[];
}

const document = JSON.parse(openApiFile()) as { paths: Record<string, Record<string, Operation>> };
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  ),
);
const called = (name: string): Operation => {
  const found = operations.get(name);
  if (!found) throw new Error(`${name} is not in the document`);
  return found;
};
const entries = Object.entries(catalogue);
const securities = { auth: [{ token: [] }], none: [], 'auth if any': [{}, { token: [] }] };
/** SPEC §7 defines a body for this call, but no key in it. */
const withEmptyBody = 'POST /payment/create-checkout-session';

/** The statuses that the rows name, beside the success status. */
const statusesOf = ({ status, rows }: Entry): number[] => [
  status,
  ...Object.keys(rows)
    .flatMap((branch) => /^(?:ok\.)?(\d{3})$/.exec(branch)?.[1] ?? [])
    .map(Number),
];

describe('the OpenAPI document', () => {
  it('names every call of the product, and no other', () => {
    expect([...operations.keys()].sort()).toEqual(Object.keys(catalogue).sort());
  });

  it.each(entries)('%s: has its answers, its security and what is sent', (name, entry) => {
    const operation = called(name);
    expect(Object.keys(operation.responses).map(Number)).toEqual(expect.arrayContaining(statusesOf(entry)));
    expect(operation.security).toEqual(securities[entry.auth]);
    const sendsBody = !name.startsWith('GET') && (entry.sends !== '' || name === withEmptyBody);
    expect(operation.requestBody !== undefined).toBe(sendsBody);
    const braces = [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
    const path = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(path.map((parameter) => parameter.name)).toEqual(braces);
  });

  it.each(entries)(
    '%s: has an example of each branch under its status, and none of a wrong answer',
    (name, entry) => {
      const { responses, 'x-mock-branches': branches } = called(name);
      expect(branches.map(({ branch }) => branch)).toEqual(
        expect.arrayContaining(['ok', '400', '500', 'wrong-2xx', 'network', 'timeout']),
      );
      for (const { branch, status } of branches) {
        if (status === null) {
          expect(['ok.lost', 'network', 'timeout']).toContain(branch);
          continue;
        }
        const examples = responses[String(status)]?.content['application/json'].examples ?? {};
        const isWrong = branch === 'wrong-2xx' || branch === 'malformed';
        expect([branch, Object.hasOwn(examples, branch)]).toEqual([branch, !isWrong]);
      }
      expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toEqual([`${entry.status}`]);
    },
  );
});
