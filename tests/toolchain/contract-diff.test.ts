import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiFile } from '@/mocks/openapi/openapi-document';
import { comparedPart, contractChanges, undeclaredIn } from '../../scripts/lib/contract-changes';
import { ROOT } from '../../scripts/lib/run';

interface Schema {
  properties: Record<string, object>;
  required: string[];
}
interface Document {
  paths: Record<
    string,
    Record<string, { responses: Record<string, object>; security: object[]; summary: string }>
  >;
  components: { schemas: Record<'loginRequest' | 'loginAnswer', Schema> };
}
const LOGIN = '/auth/login';
const load = () => JSON.parse(openApiFile()) as Document;

/** What the comparison says about one change of the contract. */
function changesBy(change: (document: Document) => void): { breaks: boolean; lines: string[] } {
  const after = load();
  change(after);
  const changes = contractChanges(load(), after);
  return { breaks: changes.some(({ breaks }) => breaks), lines: changes.map(({ line }) => line) };
}
const loginOf = ({ paths }: Document) => {
  const login = paths[LOGIN]?.post;
  if (!login) throw new Error('no login');
  return login;
};

describe('a change of the contract', () => {
  it.each<[string, (document: Document) => void]>([
    ['an operation is gone', ({ paths }) => delete paths[LOGIN]],
    [
      'a request needs one more field',
      ({ components: { schemas } }) => {
        schemas.loginRequest.properties.code = { type: 'string' };
        schemas.loginRequest.required.push('code');
      },
    ],
    [
      'a response lacks a field',
      ({ components: { schemas } }) => delete schemas.loginAnswer.properties.token,
    ],
    [
      'a response may lack a field',
      ({ components: { schemas } }) => {
        schemas.loginAnswer.required = [];
      },
    ],
    [
      'a field of a response has another type',
      ({ components: { schemas } }) => {
        schemas.loginAnswer.properties.token = { ...schemas.loginAnswer.properties.token, type: 'number' };
      },
    ],
    [
      'the status of a success is another one',
      (document) => {
        const { responses } = loginOf(document);
        responses['201'] = responses['200'] ?? {};
        delete responses['200'];
      },
    ],
    ['a token is needed', (document) => void loginOf(document).security.push({ token: [] })],
  ])('breaks clients: %s', (_, change) => {
    expect(changesBy(change).breaks).toBe(true);
  });

  it.each<[string, (document: Document) => void]>([
    [
      'an operation is new',
      ({ paths }) => {
        paths['/auth/new'] = structuredClone(paths[LOGIN] ?? {});
      },
    ],
    [
      'a request may have one more field',
      ({ components: { schemas } }) => {
        schemas.loginRequest.properties.code = { type: 'string' };
      },
    ],
    [
      'a response has one more field',
      ({ components: { schemas } }) => {
        schemas.loginAnswer.properties.name = { type: 'string' };
      },
    ],
  ])('breaks no client: %s', (_, change) => {
    const { breaks, lines } = changesBy(change);
    expect(lines.length).toBeGreaterThan(0);
    expect(breaks).toBe(false);
  });

  it('is one only if it concerns a client', () => {
    expect(
      changesBy((document) => {
        loginOf(document).summary = 'Signs in';
      }).lines,
    ).toEqual([]);
  });

  it('is named by its operation', () => {
    expect(
      changesBy(({ paths }) => {
        delete paths[LOGIN];
      }).lines,
    ).toEqual(['POST /auth/login: [Removed] operation POST /auth/login']);
  });
});

describe('since the released contract', () => {
  const read = (file: string) => readFileSync(join(ROOT, 'docs', file), 'utf8');
  const released: unknown = JSON.parse(read('contract.json'));
  const compared = (document: Document): unknown => JSON.parse(comparedPart(document));

  it('no change breaks clients, except those that docs/breaking-changes.md declares', () => {
    const changes = contractChanges(released, compared(load()));
    expect(undeclaredIn(changes, read('breaking-changes.md'))).toEqual([]);
  });

  it('one that does is found, until its line is declared', () => {
    const after = load();
    after.components.schemas.loginRequest.required.push('code');
    after.components.schemas.loginRequest.properties.code = { type: 'string' };
    const changes = contractChanges(released, compared(after));
    const found = undeclaredIn(changes, read('breaking-changes.md')).map(({ line }) => line);
    expect(found).toContainEqual(expect.stringMatching(/^POST \/auth\/login: .*required/));
    expect(undeclaredIn(changes, found.join('\n'))).toEqual([]);
  });
});
