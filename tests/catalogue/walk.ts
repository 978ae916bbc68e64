import { screen, waitFor } from '@testing-library/react';
import { startMockServer } from '@tests/support/mock-server';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { setReportSink } from '@/lib/report';
import { readStored } from '@/lib/storage';
import type { MockServer } from '@/mocks/node';
import { recordCoverage } from '../../scripts/lib/branch-coverage';
import type { Stage } from './page-driver';
import { type PendingCalls, watchPendingCalls } from './pending-calls';
import { messagesOf, readMessages, type VisibleMessages } from './read-messages';
import type { Area, Entry, ExpectedMessage } from './rows';
import { closeToasts, wakeToaster } from './toasts';

/** The result of one response. */
interface Outcome extends VisibleMessages {
  /** Whether the product logged a failed call. */
  readonly logged: boolean;
}

/** The results of an operation's responses, by branch. */
type Walked = Readonly<Record<string, Outcome>>;

/** Serves every branch of an area's operations on their real screens: one test per operation and screen. */
export function walkArea(area: Area): void {
  const server = startMockServer({ patients: 3 });
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterAll(() => recordCoverage(Object.keys(area).join(' '), server.coverage()));
  it.each(Object.entries(area).flatMap(walksOf))(
    '%s shows the catalogue messages for %s, and the user can continue',
    async (operation, _, branches, entry) =>
      expect(await walkOperation(server, operation, entry, branches)).toEqual(written(entry, branches)),
  );
}

const LOST = 'ok.lost';
const isGood = (branch: string) => branch.split('.')[0] === 'ok' && branch !== LOST;
/** Signs the user out. */
const isDenial = (branch: string) => branch.split('.')[0] === '401';

/** One case with its own data and screen. */
type Walk = readonly [operation: string, answers: string, branches: readonly string[], entry: Entry];

/** A lost response has changed the data, and a denial has ended the session: no other can follow on the same screen. */
function walksOf([operation, entry]: [string, Entry]): Walk[] {
  const isLast = (branch: string) => branch === LOST || isDenial(branch);
  const branches = Object.keys(entry.rows);
  const others = branches.filter((branch) => !isLast(branch));
  return [
    [operation, 'every other answer', others, entry],
    ...branches.filter(isLast).map((branch): Walk => {
      // So that the screen is there before the session ends.
      const before = entry.driver.callsOnOpen ? ['500'] : [];
      return [operation, branch, [...before, branch], entry];
    }),
  ];
}

function rowOf({ rows }: Entry, branch: string): ExpectedMessage {
  const expected = rows[branch];
  if (expected === undefined) throw new Error(`There is no row for ${branch}.`);
  return expected;
}

/** The catalogue's expectation for these branches of an operation. */
const written = (entry: Entry, branches: readonly string[]): Walked =>
  Object.fromEntries(
    branches.map((branch) => [
      branch,
      {
        ...messagesOf({ expected: rowOf(entry, branch), toasts: entry.toasts }),
        logged: !isGood(branch),
      },
    ]),
  );

/** Serves the branches one after another on the operation's screen, as its user tries again. */
async function walkOperation(
  server: MockServer,
  operation: string,
  entry: Entry,
  branches: readonly string[],
): Promise<Walked> {
  const { driver, toasts, sends } = entry;
  await server.reset({ preset: driver.preset ?? 'demo' });
  const logged = collectLog();
  const pendingCalls = watchPendingCalls();
  const outcomes: Record<string, Outcome> = {};
  let stage: Stage | null = null;
  // Successful branches last, so that each failure is followed by a retry.
  for (const branch of [...branches.filter((branch) => !isGood(branch)), ...branches.filter(isGood)]) {
    const expected = rowOf(entry, branch);
    const { answered, failed } = expectAnswer(server, operation, branch, logged);
    if (stage === null) {
      stage = await driver.open(server);
      if (!driver.callsOnOpen) {
        await wakeToaster();
        await driver.call(stage);
      }
    } else await driver.call(stage);
    await answered(pendingCalls);
    expectDeclaredKeys(pendingCalls, operation, sends);
    outcomes[branch] = { ...(await readMessages({ expected, toasts, ...driver })), logged: failed() };
    if (isGood(branch) || expected.isDone) await driver.done(stage);
    else if (isDenial(branch)) await expectSignedOut(stage);
    else await driver.inputStays?.(stage);
    await pendingCalls.atRest();
    await closeToasts();
  }
  return outcomes;
}

async function expectSignedOut({ router }: Stage): Promise<void> {
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(readStored('token')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Retry' })).toBeNull();
}

/** The keys of a query or body; of a list, those of its rows. */
function keysIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(keysIn);
  return typeof part === 'object' && part !== null ? Object.keys(part) : [];
}

/** Each request so far has keys of one variant in the catalogue, and no others. The server's log omits those that it ignores. */
function expectDeclaredKeys(pendingCalls: PendingCalls, operation: string, sends: string): void {
  const [method, path = ''] = operation.split(' ');
  const route = new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const requests = pendingCalls.requests().filter((each) => each.method === method && route.test(each.path));
  expect(requests, operation).not.toEqual([]);
  for (const { query, body } of requests) {
    const sent = [...keysIn(query), ...keysIn(body)];
    const undeclared = sends
      .split(' | ')
      .map((variant) => sent.filter((key) => !variant.split(' ').includes(key)));
    expect(undeclared, `${operation} sends ${sent.join(' ')}`).toContainEqual([]);
    if (sends !== '') expect(sent, operation).not.toEqual([]);
  }
}

/** Collects log events instead of writing them to the console. */
function collectLog(): string[] {
  const events: string[] = [];
  setReportSink((event) => events.push(event));
  return events;
}

/** Makes the next call end in a branch, and waits until it has ended. */
function expectAnswer(server: MockServer, operation: string, branch: string, logged: string[]) {
  server.log.clear();
  logged.length = 0;
  server.set(operation, branch, { times: 1 });
  return {
    async answered(pendingCalls: PendingCalls) {
      await waitFor(() =>
        expect(
          server.log
            .list()
            .filter((entry) => entry.operation === operation)
            .map((entry) => entry.branch),
        ).toContain(branch),
      );
      if (branch === 'timeout') pendingCalls.runOut();
      await pendingCalls.atRest();
    },
    failed: () => logged.includes('a call failed'),
  };
}
