import { describe, expect, it } from 'vitest';
import { declarationOf, type OperationName } from '@/contract/contract';
import { conforms, summaryOf } from '@/mocks/conformance/report';
import { type OperationReport, runConformance } from '@/mocks/conformance/run-conformance';
import { type Plant, plantedApi } from './planted-api';
import { bugs } from './planted-bugs';

async function examine(plant: Plant): Promise<OperationReport[]> {
  const { api, fetch, close } = plantedApi(plant);
  try {
    // Mails are there at once, so that a missing one is not waited for.
    return await runConformance({ api, fetch, run: 'planted', mailTakes: 0 });
  } finally {
    close();
  }
}

/** Whether a failed check is about the operation, or read back by it. */
const blames = (reports: readonly OperationReport[], operation: string) =>
  reports.some((report) =>
    report.paths.some(
      ({ path, deviations }) =>
        deviations.length > 0 && (report.operation === operation || path.endsWith(`, by ${operation}`)),
    ),
  );

describe('a run against the mock in this process', () => {
  it('passes every check', async () => {
    const reports = await examine({});
    expect(reports.flatMap(({ paths }) => paths.filter(({ deviations }) => deviations.length > 0))).toEqual(
      [],
    );
    expect(summaryOf(reports)).toMatchObject({
      score: 100,
      checks: { failed: 0, skipped: 0 },
      operations: { conform: 33, deviate: 0 },
    });
  });
});

const planted = Object.entries(bugs).flatMap(([name, plants]) =>
  Object.entries(plants).map(([bug, plant]): [operation: string, bug: string, plant: Plant] => [
    declarationOf(name as OperationName).operation,
    bug,
    plant,
  ]),
);

describe('a planted bug is found', () => {
  it('in each of the 33 operations', () => {
    expect(new Set(planted.map(([operation]) => operation)).size).toBe(33);
    expect(planted.length).toBeGreaterThan(130);
  });

  it.each(planted)('%s %s', async (operation, _, plant) => {
    const reports = await examine(plant);
    expect(conforms(reports)).toBe(false);
    expect(blames(reports, operation), `a failed check of ${operation}`).toBe(true);
  });
});
