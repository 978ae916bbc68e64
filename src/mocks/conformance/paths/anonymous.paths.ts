import { declarationOf, operationNames } from '@/contract/contract';
import { sampleOf } from '@/mocks/backends/samples';
import type { TestContext } from '@/mocks/conformance/test-context';
import { withoutRows } from '@/mocks/engine/sample';

/** Every operation that needs a token rejects a missing and an invalid one (SPEC §6). */
export async function anonymousPaths({ check }: TestContext): Promise<void> {
  for (const name of operationNames) {
    if (declarationOf(name).auth !== 'required') continue;
    // It matches the contract, so only the token is missing. A server that looked for the row first would answer 404.
    const request = () => withoutRows(sampleOf(name).request) as never;
    await check.rejected(name, { path: 'without a token', request, status: [401] });
  }
  await check.rejected('verifyUser', {
    path: 'with a token of nobody',
    token: () => 'made-up',
    status: [401],
  });
}
