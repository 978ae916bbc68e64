import { waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMockServer, type MockServer } from '@/mocks/node';
import { setReportSink } from '@/shared/report';
import { keepServed } from '../../scripts/lib/served-branches';
import { type CatalogueOperation, entryOf } from './catalogue';
import type { Driver, Drivers, Stage } from './driver';
import { type Patience, watchCalls } from './patience';
import { closeToasts, wakeToaster } from './toasts';
import { expectTold } from './told';

/** Walks every branch of these operations on their real screens, one screen per operation. */
export function walk(drivers: Drivers): void {
  const server = createMockServer({ patients: 3 });
  beforeAll(() => server.listen());
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => setReportSink(() => undefined));
  afterAll(() => {
    server.close();
    keepServed(Object.keys(drivers).join(' '), server.coverage());
  });

  describe('every answer is told in the words of the catalogue, and the user can go on', () => {
    for (const [operation, driver] of Object.entries(drivers)) {
      it(operation, () => walkOperation(server, operation as CatalogueOperation, driver));
    }
  });
}

const isGood = (branch: string) => branch.split('.')[0] === 'ok';

async function walkOperation(server: MockServer, operation: CatalogueOperation, driver: Driver) {
  await server.reset({ preset: driver.preset ?? 'demo' });
  const logged = keepLog();
  const patience = watchCalls();
  const { toasts, rows } = entryOf(operation);
  const branches = Object.keys(rows);
  // Good answers last: each failure before is also a try that has to be possible again.
  const inOrder = [...branches.filter((branch) => !isGood(branch)), ...branches.filter(isGood)];
  let stage: Stage | null = null;
  for (const branch of inOrder) {
    const { answered, failed } = expectAnswer(server, operation, branch, logged);
    if (stage === null) {
      stage = await driver.open(server);
      if (!driver.callsOnOpen) {
        await wakeToaster();
        await driver.call(stage);
      }
    } else await driver.call(stage);
    await answered(patience);
    const told = rows[branch];
    if (told === undefined) throw new Error(`${operation} has no row for ${branch}.`);
    await expectTold(`${operation} ${branch}`, { told, toasts, ...driver });
    if (isGood(branch)) await driver.done(stage);
    else {
      expect(failed(), `${operation} ${branch} is logged`).toBe(true);
      await driver.kept?.(stage);
    }
    await patience.atRest();
    await closeToasts();
  }
}

/** What the product logs, instead of its console. */
function keepLog(): string[] {
  const events: string[] = [];
  setReportSink((event) => events.push(event));
  return events;
}

/** Makes the next call end in a branch, and waits until it has. */
function expectAnswer(server: MockServer, operation: string, branch: string, logged: string[]) {
  server.log.clear();
  logged.length = 0;
  server.set(operation, branch, { times: 1 });
  return {
    async answered(patience: Patience) {
      await waitFor(() =>
        expect(
          server.log
            .list()
            .filter((entry) => entry.operation === operation)
            .map((entry) => entry.branch),
        ).toContain(branch),
      );
      if (branch === 'timeout') patience.runOut();
      await patience.atRest();
    },
    failed: () => logged.includes('a call failed'),
  };
}
