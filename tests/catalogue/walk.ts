import { waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMockServer, type MockServer } from '@/mocks/node';
import { setReportSink } from '@/shared/report';
import { type CatalogueOperation, entryOf } from './catalogue';
import type { Driver, Drivers, Stage } from './driver';
import { type Patience, watchCalls } from './patience';
import type { Told } from './rows';
import { closeToasts, shownToasts, wakeToaster } from './toasts';

/** Walks every branch of these operations on their real screens, one screen per operation. */
export function walk(drivers: Drivers): void {
  const server = createMockServer({ patients: 3 });
  beforeAll(() => server.listen());
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => setReportSink(() => undefined));
  afterAll(() => server.close());

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
    await expectTold(`${operation} ${branch}`, { told, toasts, driver });
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

interface Expected {
  readonly told: Told;
  readonly toasts: 'top-right' | 'top-center';
  readonly driver: Driver;
}

/** Compares without collapsing any space; one wrong row does not hide those after it. */
async function expectTold(row: string, { told, toasts, driver }: Expected) {
  const popsUp = () => shownToasts().filter(({ words }) => !driver.others?.includes(words));
  const stands = () => (driver.places ?? alerts)().map((place) => wordsOf(place, told.inPlace));
  const wantedToasts = told.toast === null ? [] : [{ position: toasts, words: told.toast }];
  const wantedPlaces = told.inPlace === null ? [] : [told.inPlace];
  const isTold = () => {
    expect(popsUp(), `${row}: toast`).toEqual(wantedToasts);
    expect(stands(), `${row}: in place`).toEqual(wantedPlaces);
  };
  await waitFor(isTold, { timeout: 1500 }).catch(() => undefined);
  expect.soft(popsUp(), `${row}: toast`).toEqual(wantedToasts);
  expect.soft(stands(), `${row}: in place`).toEqual(wantedPlaces);
}

/** The page's own alerts; toasts are looked at for themselves. */
const alerts = (): Element[] =>
  [...document.querySelectorAll('[role="alert"]')].filter(
    (alert) => alert.closest('.Toastify__toast') === null && alert.closest('[hidden]') === null,
  );

/** The wanted words where one element of the place says exactly them (a Retry button may stand beside), else all words. */
function wordsOf(place: Element, wanted: string | null): string | null {
  const texts = [place, ...place.querySelectorAll('*')].flatMap((element) => [
    element.textContent,
    ownText(element),
  ]);
  return texts.find((text) => text === wanted) ?? place.textContent;
}

/** The text that stands directly in an element, without its buttons and links. */
const ownText = (element: Element): string =>
  [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent)
    .join('')
    .trim();
