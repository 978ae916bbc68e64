import { createConfig, lintFromString } from '@redocly/openapi-core';
import { samples } from '@tests/mocks/samples/samples';
import { expect, it } from 'vitest';
import { openApiFile } from '@/mocks/openapi/openapi-document';

async function findings(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

it('a linter finds nothing to complain about in the OpenAPI document', async () => {
  const written = openApiFile(samples);
  expect(await findings(written)).toEqual([]);
  const broken = written.replace('"hasPaymentDetails": true', '"hasPaymentDetails": "yes"');
  expect(await findings(broken)).toEqual([expect.stringContaining('no-invalid-media-type-examples')]);
});
