import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { openApiFile } from '@/mocks/openapi/openapi-document';

const written = openApiFile();
/** The document without the summary of one operation, with an example that breaks its schema, and with a foreign key. */
const broken = written
  .replace('"summary": "Signs in with email and password",', '')
  .replace('"hasPaymentDetails": true', '"hasPaymentDetails": "yes"')
  .replace('"operationId": "login",', '"operationId": "login", "answers": {},');

async function redoclyFindings(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
  );
}

async function spectralFindings(source: string): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(rulesets.oas as RulesetDefinition);
  const results = await linter.run(source);
  return results.map(
    ({ severity, code, message, path }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );
}

describe.each([
  ['Redocly', redoclyFindings, ['struct', 'operation-summary', 'no-invalid-media-type-examples']],
  ['Spectral', spectralFindings, ['oas3-schema', 'oas3-valid-media-example']],
])('%s', (_, findings, rules) => {
  it('finds no error and no warning in the OpenAPI document', async () => {
    expect(await findings(written)).toEqual([]);
  });

  it('finds what is wrong in a broken one', async () => {
    const found = await findings(broken);
    for (const rule of rules) expect(found.join('\n')).toContain(` ${rule} `);
  });
});
