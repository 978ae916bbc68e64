import { readFileSync } from 'node:fs';
import { samples } from '@tests/mocks/samples/samples';
import { describe, expect, it } from 'vitest';
import { openApiFile } from '@/mocks/openapi/openapi-document';
import { comparedPart, contractChanges, undeclaredIn } from '../../scripts/lib/contract-changes';

const BODY = 'application/json';
/** A document with one operation, whose response has a field of this type. */
const withField = (type: string, summary = '') => ({
  openapi: '3.1.0',
  info: { title: 'A clinic', version: '1' },
  paths: {
    '/clinic': {
      get: {
        summary,
        responses: {
          200: { description: '', content: { [BODY]: { schema: { properties: { name: { type } } } } } },
        },
      },
    },
  },
});
const without = { ...withField('string'), paths: {} };

describe('a change of the contract', () => {
  it.each([
    ['an operation is gone', withField('string'), without, true],
    ['a field of a response has another type', withField('string'), withField('number'), true],
    ['an operation is new', without, withField('string'), false],
  ])('%s', (_, before, after, breaks) => {
    const changes = contractChanges(before, after);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.some((change) => change.breaks)).toBe(breaks);
  });

  it('is one only if it concerns a client', () => {
    expect(contractChanges(withField('string'), withField('string', 'Returns the clinic'))).toEqual([]);
  });

  it('that breaks clients is found, until its line is declared', () => {
    const changes = contractChanges(withField('string'), without);
    const lines = undeclaredIn(changes, '').map(({ line }) => line);
    expect(lines).toEqual(['GET /clinic: [Removed] operation GET /clinic']);
    expect(undeclaredIn(changes, lines.join('\n'))).toEqual([]);
  });
});

it('no change since the released contract breaks clients, except changes that docs/breaking-changes.md declares', () => {
  const released: unknown = JSON.parse(readFileSync('docs/contract.json', 'utf8'));
  const now: unknown = JSON.parse(comparedPart(JSON.parse(openApiFile(samples))));
  const declared = readFileSync('docs/breaking-changes.md', 'utf8');
  expect(undeclaredIn(contractChanges(released, now), declared)).toEqual([]);
});
