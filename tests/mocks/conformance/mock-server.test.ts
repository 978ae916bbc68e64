import { startOnFreePort } from '@tests/mocks/http/support';
import { expect, it, onTestFinished } from 'vitest';
import { operationNames } from '@/contract';
import { conforms, describeConformance } from '@/mocks/conformance/report';
import { runConformance } from '@/mocks/conformance/run-conformance';
import { withoutRows } from '@/mocks/kitwell/rules/rules';
import { deviationsIn } from './planted-api';

const calls = operationNames.length;

it('the mock server conforms in every operation, by a happy path and one that is rejected', async () => {
  const mock = await startOnFreePort();
  onTestFinished(() => mock.close());
  const reports = await runConformance({ api: mock.url, run: 'sound' });
  expect(deviationsIn(reports)).toEqual([]);
  expect(conforms(reports)).toBe(true);
  expect(reports).toHaveLength(calls);
  for (const { operation, paths } of reports) {
    expect([operation, paths.filter(({ skipped }) => skipped !== null)]).toEqual([operation, []]);
    const good = paths.filter(({ path }) => path.startsWith('ok')).length;
    expect(good, `paths of ${operation} that go well`).toBeGreaterThan(0);
    if (operation === 'GET /clinic/fetch-clinics') continue;
    expect(paths.length - good, `paths of ${operation} that are rejected`).toBeGreaterThan(0);
  }
  expect(describeConformance(reports)).toMatch(
    new RegExp(
      `\n${calls} operations: ${calls} conform, 0 deviate\n(\\d{3}) checks: \\1 passed, 0 failed; 0 skipped\nScore: 100 %$`,
    ),
  );
});

it('names no row in calls that a server has to reject, in case it does not', () => {
  const body = { patientId: 'P-1001', patient_id: 'P-1002', patientIds: ['P-1003'], frequency: '1 Month' };
  expect(withoutRows({ path: { id: 5001 }, body })).toEqual({
    path: { id: 0 },
    body: { patientId: 'none', patient_id: 'none', patientIds: ['none'], frequency: '1 Month' },
  });
  expect(withoutRows(undefined)).toBeUndefined();
});
