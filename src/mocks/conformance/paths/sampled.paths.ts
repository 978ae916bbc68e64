import { declarationOf, operationNames } from '@/contract/contract';
import { found, type TestContext } from '@/mocks/conformance/test-context';
import { NotTriedError } from '@/mocks/conformance/test-run';
import { sampleOf } from '@/mocks/kitwell/rules/backend';
import { withoutRows } from '@/mocks/kitwell/rules/rules';

/** The sample, and one without its fields, of every operation that no other group has called. */
export async function sampledPaths({ check, memory }: TestContext): Promise<void> {
  const called = new Set(
    check
      .results()
      .filter(({ path }) => path.startsWith('ok'))
      .map(({ operation }) => operation),
  );
  for (const name of operationNames) {
    const { operation, body } = declarationOf(name);
    if (called.has(operation)) continue;
    const { as, needs, request } = sampleOf(name);
    const after = () => {
      // Only the mock has the demo data and can prepare rows; elsewhere, earlier calls have to do it.
      const namesRows = JSON.stringify(request) !== JSON.stringify(withoutRows(request));
      if (needs || namesRows)
        throw new NotTriedError(
          'needs a case written by hand, because its sample needs rows of the demo data',
        );
    };
    const from = as && {
      token: () => memory.need(found.token(as === 'provider' ? 'clinic' : 'patient')),
    };
    await check.ok(name, { after, ...from, request: () => request as never });
    if (body === undefined || body.safeParse({}).success) continue;
    const blank = { ...request, body: {} };
    await check.rejected(name, { path: 'without its fields', ...from, request: () => blank as never });
  }
}
