// @vitest-environment jsdom
import '@tests/support/setup';
import { act, fireEvent, type RenderResult, render, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { line } from '@tests/features/patients/grid';
import { loadPage } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { installWebLocks } from '@tests/support/web-locks';
import fc from 'fast-check';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type App, createApp, getApp } from '@/features/api/app';
import { AppProvider } from '@/features/api/app-provider';
import { PatientsSection } from '@/features/patients/patients-section';
import { writeStored } from '@/lib/storage';
import { controls, dialogOf, press } from './controls';
import { settled } from './is-idle';
import { emailOf, fileWith } from './patients-file';
import { endSessions, isLoginPage, logIn, logOutElsewhere, reload } from './session';
import { expectAlways } from './story';

const server = startMockServer();
const provider = { email: 'provider@kitwell.test', password: 'Provider1!' };
const calls = { add: 'POST /patient/add-patients', list: 'GET /patient/fetch-patients' } as const;

let removeLocks: () => void;
beforeAll(() => {
  removeLocks = installWebLocks();
});
afterAll(() => removeLocks());
afterEach(() => localStorage.clear());

/** What a provider does in the grid; `wait` is false if the next step does not wait for the calls of this one. */
type Step = { readonly wait: boolean } & (
  | {
      readonly does:
        | 'paste'
        | 'type'
        | 'import'
        | 'save'
        | 'retry'
        | 'look'
        | 'reload'
        | 'session ends'
        | 'other tab saves'
        | 'both tabs save'
        | 'other tab closes'
        | 'other tab logs out';
    }
  | { readonly does: 'fault'; readonly call: keyof typeof calls; readonly branch: string }
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constantFrom('paste', 'save', 'retry'), wait: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('type', 'import', 'look', 'reload'),
      wait: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'session ends',
        'other tab saves',
        'both tabs save',
        'other tab closes',
        'other tab logs out',
      ),
      wait: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('fault'),
      call: fc.constant('add'),
      branch: fc.constantFrom('400', '401', '403', '429', '500', 'network', 'ok.lost', 'wrong-2xx'),
      wait: fc.constant(true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('fault'),
      call: fc.constant('list'),
      branch: fc.constantFrom('401', '429', '500', 'network', 'malformed'),
      wait: fc.constant(true),
    }),
  },
);

/** The page of this tab: the other tab is in its own container. */
const page = () => document.querySelector<HTMLElement>('main') ?? document.createElement('main');
const inputs = (column: string) => [
  ...page().querySelectorAll<HTMLInputElement>(`input[aria-label^="${column}, row"]`),
];
const importTitle = 'Import Patients from File';
const shown = (column: string) =>
  inputs(column)
    .map(({ value }) => value)
    .filter((value) => value !== '');

/** Uses the grid as one provider in two tabs, and records what was entered. */
class GridDriver {
  readonly added: string[] = [];
  readonly typed: string[] = [];
  readonly #user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  #page = loadPage();
  #other: { readonly app: App; readonly view: RenderResult } | null = null;

  /** The first blank row that can be written in. */
  #blankRow(): number | null {
    const row = inputs('Name').findIndex(
      ({ value, disabled, readOnly }) => value === '' && !disabled && !readOnly,
    );
    return row === -1 ? null : row + 1;
  }

  async take(one: Step): Promise<void> {
    await this.toGrid();
    await this.#do(one);
    if (one.wait) await this.settle();
  }

  /** Waits for the grid, and logs in where the page asks for that. */
  async toGrid(): Promise<void> {
    const isThere = () => inputs('Name').length > 0;
    await waitFor(() => expect(isLoginPage() || isThere(), 'the grid or the login page').toBe(true));
    if (isThere()) return;
    this.#closeOther();
    await logIn(provider);
    await this.settle();
    await waitFor(() => expect(isThere(), 'the grid after a login').toBe(true));
  }

  async #do(one: Step): Promise<void> {
    switch (one.does) {
      case 'paste': {
        const row = this.#blankRow();
        if (row === null) return;
        const name = `Row${this.added.length + 1}`;
        const field = within(page()).getByLabelText(`Name, row ${row}`);
        act(() => field.focus());
        await this.#user.paste(line(name));
        this.added.push(`${name.toLowerCase()}@example.com`);
        return;
      }
      case 'type': {
        const row = this.#blankRow();
        if (row === null) return;
        const name = `Half ${this.typed.length + 1}`;
        fireEvent.change(within(page()).getByLabelText(`Name, row ${row}`), { target: { value: name } });
        this.typed.push(name);
        return;
      }
      case 'import':
        return this.#import();
      case 'save':
        press('Save All', page());
        return;
      case 'retry':
        press('Retry', page());
        press('Check again', page());
        return;
      case 'look':
        fireEvent.click(within(page()).getByRole('tab', { name: 'Update Patients' }));
        await this.settle();
        // The session may have ended.
        if (isLoginPage()) return;
        fireEvent.click(within(page()).getByRole('tab', { name: 'Add Patients' }));
        return;
      case 'reload':
        this.#page = await reload(this.#page);
        return;
      case 'session ends':
        return endSessions(server);
      case 'other tab saves':
        await this.#openOther();
        press('Save All', this.#other?.view.container);
        return;
      case 'both tabs save':
        await this.#openOther();
        press('Save All', page());
        press('Save All', this.#other?.view.container);
        return;
      case 'other tab closes':
        return this.#closeOther();
      case 'other tab logs out':
        this.#closeOther();
        return logOutElsewhere(server);
      case 'fault':
        return server.set(calls[one.call], one.branch, { times: 1 });
    }
  }

  async #import(): Promise<void> {
    if (!press(importTitle, page())) return;
    await waitFor(() => expect(isLoginPage() || dialogOf(importTitle) !== null, 'the dialog').toBe(true));
    const dialog = dialogOf(importTitle);
    const input = dialog?.querySelector<HTMLInputElement>('input[type=file]');
    if (!dialog || !input) return;
    const name = `Imported ${this.added.length + 1}`;
    await this.#user.upload(input, fileWith(name));
    const accept = () => controls('button', /^Add .* to the grid$/, dialog)[0] ?? null;
    // The session may end meanwhile.
    await waitFor(() => expect(isLoginPage() || accept() !== null, 'the preview of the file').toBe(true));
    if (press(/^Add .* to the grid$/, dialog)) this.added.push(emailOf(name));
  }

  async #openOther(): Promise<void> {
    if (this.#other !== null) return;
    const app = createApp();
    const view = render(
      <AppProvider app={app}>
        <MemoryRouter>
          <PatientsSection />
        </MemoryRouter>
      </AppProvider>,
    );
    this.#other = { app, view };
    await within(view.container).findByLabelText('Name, row 1');
  }

  #closeOther(): void {
    this.#other?.view.unmount();
    this.#other?.app.stop();
    this.#other = null;
  }

  async settle(): Promise<void> {
    await settled(() => [getApp(), ...(this.#other === null ? [] : [this.#other.app])]);
  }

  leave(): void {
    this.#closeOther();
    this.#page.unload();
  }
}

const stored = (email: string) =>
  server.db.list('patients').filter((row) => 'patient_email' in row && row.patient_email === email).length;

/** The saves that the server's own rule rejected: as each row is valid, the server had one of the rows already. */
const savedAgain = () =>
  server.log
    .list()
    .filter(
      ({ operation, decidedBy, status }) => operation === calls.add && decidedBy === 'rule' && status === 400,
    );

/** Every complete row is stored once or on screen; nothing typed is gone. */
function expectNothingLost(driver: GridDriver): void {
  // The server accepts no patient twice, so a second row would not be stored.
  expect(savedAgain(), 'saves of rows that the server had').toEqual([]);
  const emails = shown('Email');
  for (const email of driver.added) {
    expect(stored(email), `${email} is stored once at most`).toBeLessThanOrEqual(1);
    expect(
      stored(email) + emails.filter((one) => one === email).length,
      `${email} is stored or on screen`,
    ).toBeGreaterThan(0);
  }
  for (const name of driver.typed) expect(shown('Name'), `"${name}" is on screen`).toContain(name);
}

it('whatever happens, every row is saved once or still on screen, and the provider can go on', async () => {
  let driver: GridDriver | undefined;
  await expectAlways({
    runs: 40,
    seed: 20261127,
    steps: fc.array(step, { minLength: 2, maxLength: 12 }),
    async begin() {
      await server.reset();
      server.log.clear();
      await server.as('provider');
      writeStored('account', provider.email);
      history.replaceState(null, '', '/dashboard');
    },
    async run(steps) {
      driver = new GridDriver();
      for (const one of steps) await driver.take(one);
      await driver.settle();
      await driver.toGrid();
      expectNothingLost(driver);
      for (const operation of Object.values(calls)) server.clear(operation);
      for (let tries = 0; tries < 3 && driver.added.some((email) => stored(email) === 0); tries += 1) {
        press('Save All', page());
        await driver.settle();
        // Where the server had ended the session, the rows are there again after a login.
        await driver.toGrid();
      }
      for (const email of driver.added) expect(stored(email), `${email} is stored`).toBe(1);
      expectNothingLost(driver);
    },
    end() {
      driver?.leave();
      driver = undefined;
    },
  });
}, 600_000);
