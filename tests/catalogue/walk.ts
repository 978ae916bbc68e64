import { waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { setReportSink } from '@/lib/report';
import { createMockServer, type MockServer } from '@/mocks/node';
import { recordCoverage } from '../../scripts/lib/branch-coverage';
import { type CatalogueOperation, entryOf } from './catalogue';
import type { PageDriver, PageDrivers, Stage } from './page-driver';
import { type PendingCalls, watchPendingCalls } from './pending-calls';
import { promised, readMessages, type Words } from './read-messages';
import type { ExpectedMessage } from './rows';
import { closeToasts, wakeToaster } from './toasts';

/** What came of one answer. */
interface Met extends Words {
  /** Whether the product logged it as a failed call. */
  readonly logged: boolean;
}

/** What came of every answer of an operation, by branch. */
type Walked = Readonly<Record<string, Met>>;

/** Sets a backend up for the tests of the calling file, and gives the walks along these operations. */
export function prepareWalk(drivers: PageDrivers) {
  const server = createMockServer({ patients: 3 });
  beforeAll(() => server.listen());
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => setReportSink(() => undefined));
  afterAll(() => {
    server.close();
    recordCoverage(Object.keys(drivers).join(' '), server.coverage());
  });
  return {
    walks: (Object.keys(drivers) as CatalogueOperation[]).flatMap(walksOf),
    /** Lets the server answer by these branches, on the operation's real screen, and gives what the user read. */
    walk(operation: CatalogueOperation, branches: readonly string[]): Promise<Walked> {
      const driver = drivers[operation];
      if (driver === undefined) throw new Error(`${operation} has no driver.`);
      return walkOperation(server, operation, driver, branches);
    },
  };
}

const LOST = 'ok.lost';
const isGood = (branch: string) => branch.split('.')[0] === 'ok' && branch !== LOST;

/** One walk along answers of an operation, with data and a screen of its own: what it is called, and the branches. */
type Walk = readonly [operation: CatalogueOperation, answers: string, branches: readonly string[]];

/** A lost answer has changed the data, so that no other answer can follow it on the same screen. */
function walksOf(operation: CatalogueOperation): Walk[] {
  const branches = Object.keys(entryOf(operation).rows);
  const answered = branches.filter((branch) => branch !== LOST);
  const whole: Walk = [operation, 'every answer', answered];
  return branches.includes(LOST) ? [whole, [operation, 'a lost answer', [LOST]]] : [whole];
}

function rowOf(operation: CatalogueOperation, branch: string): ExpectedMessage {
  const told = entryOf(operation).rows[branch];
  if (told === undefined) throw new Error(`${operation} has no row for ${branch}.`);
  return told;
}

/** What the catalogue says of these answers of an operation. */
export function written(operation: CatalogueOperation, branches: readonly string[]): Walked {
  const { toasts } = entryOf(operation);
  return Object.fromEntries(
    branches.map((branch) => [
      branch,
      { ...promised({ told: rowOf(operation, branch), toasts }), logged: !isGood(branch) },
    ]),
  );
}

async function walkOperation(
  server: MockServer,
  operation: CatalogueOperation,
  driver: PageDriver,
  branches: readonly string[],
): Promise<Walked> {
  await server.reset({ preset: driver.preset ?? 'demo' });
  const logged = keepLog();
  const patience = watchPendingCalls();
  const { toasts } = entryOf(operation);
  // Good answers last: each failure before is also a try that has to be possible again.
  const inOrder = [...branches.filter((branch) => !isGood(branch)), ...branches.filter(isGood)];
  const met: Record<string, Met> = {};
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
    const told = rowOf(operation, branch);
    met[branch] = { ...(await readMessages({ told, toasts, ...driver })), logged: failed() };
    if (isGood(branch) || told.foundDone !== undefined) await driver.done(stage);
    else await driver.kept?.(stage);
    await patience.atRest();
    await closeToasts();
  }
  return met;
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
    async answered(patience: PendingCalls) {
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
