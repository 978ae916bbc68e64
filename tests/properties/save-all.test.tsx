import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { cell, line, openGrid, serverForProvider } from '@tests/features/patients/grid';
import { nothingPending } from '@tests/support/outcomes';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { getApp, stopApp } from '@/features/api/app';
import { readAccount } from '@/features/api/session-actors';
import { writeStored } from '@/lib/storage';
import { isBusy } from './is-busy';
import { expectAlways, type Stage } from './story';

const server = serverForProvider();
const calls = { add: 'POST /patient/add-patients', list: 'GET /patient/fetch-patients' } as const;

/** What a provider does in the grid; `wait` is false if the next step does not wait for the calls of this one. */
type Step = { readonly wait: boolean } & (
  | { readonly does: 'paste' | 'type' | 'save' | 'retry' | 'look' | 'reload' | 'login expires' }
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
      does: fc.constantFrom('type', 'look', 'reload', 'login expires'),
      wait: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('fault'),
      call: fc.constant('add'),
      branch: fc.constantFrom('400', '403', '500', 'network', 'ok.lost', 'wrong-2xx'),
      wait: fc.constant(true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('fault'),
      call: fc.constant('list'),
      branch: fc.constantFrom('500', 'network', 'malformed'),
      wait: fc.constant(true),
    }),
  },
);

const inputs = (column: string) =>
  screen.queryAllByLabelText<HTMLInputElement>(new RegExp(`^${column}, row`));
const shown = (column: string) =>
  inputs(column)
    .map(({ value }) => value)
    .filter((value) => value !== '');
const button = (name: string) => {
  const found = screen.queryAllByRole<HTMLButtonElement>('button', { name });
  return found.find((one) => !one.disabled);
};

/** Uses the grid as one provider, and records what was entered. */
class GridDriver {
  readonly pasted: string[] = [];
  readonly typed: string[] = [];
  readonly #stage: Stage;
  #view: Awaited<ReturnType<typeof openGrid>>;

  private constructor(view: Awaited<ReturnType<typeof openGrid>>, stage: Stage) {
    this.#view = view;
    this.#stage = stage;
  }

  static async open(stage: Stage): Promise<GridDriver> {
    return new GridDriver(await openGrid(), stage);
  }

  /** The first blank row that can be written in. */
  #blankRow(): number | null {
    const at = inputs('Name').findIndex(
      ({ value, readOnly }, row) => value === '' && !readOnly && inputs('Email')[row]?.value === '',
    );
    return at < 0 ? null : at + 1;
  }

  async take(one: Step): Promise<void> {
    switch (one.does) {
      case 'paste': {
        const row = this.#blankRow();
        if (row === null) return;
        const name = `Row${this.pasted.length + 1}`;
        await this.#view.pasteAt(cell('Name', row), line(name));
        this.pasted.push(`${name.toLowerCase()}@example.com`);
        break;
      }
      case 'type': {
        const row = this.#blankRow();
        if (row === null) return;
        const name = `Half ${this.typed.length + 1}`;
        fireEvent.change(cell('Name', row), { target: { value: name } });
        this.typed.push(name);
        break;
      }
      case 'save':
        press('Save All');
        break;
      case 'retry':
        press('Retry');
        press('Check again');
        break;
      case 'look':
        fireEvent.click(screen.getByRole('tab', { name: 'Update Patients' }));
        await this.settle();
        fireEvent.click(screen.getByRole('tab', { name: 'Add Patients' }));
        await screen.findByLabelText('Name, row 1');
        break;
      case 'reload':
        this.#view.unmount();
        stopApp();
        await this.#stage.loaded();
        this.#view = await openGrid();
        break;
      case 'login expires':
        await this.#expire();
        break;
      case 'fault':
        this.#stage.mock.set(calls[one.call], one.branch, { times: 1 });
        break;
    }
    if (one.wait) await this.settle();
  }

  async #expire(): Promise<void> {
    const { session } = getApp();
    const { token, account } = readAccount();
    localStorage.clear();
    act(() => session.send({ type: 'TOKEN_FOUND', token: null, account: null }));
    this.#view.unmount();
    writeStored('account', account);
    writeStored('token', token);
    session.send({ type: 'TOKEN_FOUND', token, account });
    this.#view = await openGrid();
  }

  async settle(): Promise<void> {
    await waitFor(() => expect(isBusy(getApp().actor), 'a flow is busy').toBe(false));
    await nothingPending(getApp().store);
  }

  leave(): void {
    this.#view.unmount();
  }
}

function press(name: string): void {
  const found = button(name);
  if (found !== undefined) fireEvent.click(found);
}

const stored = (email: string) =>
  server.db.list('patients').filter((row) => 'patient_email' in row && row.patient_email === email).length;

/** Every complete row is stored once or on screen; nothing typed is gone. */
function expectNothingLost(driver: GridDriver): void {
  const emails = shown('Email');
  for (const email of driver.pasted) {
    expect(stored(email), `${email} is stored once at most`).toBeLessThanOrEqual(1);
    expect(
      stored(email) + emails.filter((one) => one === email).length,
      `${email} is stored or on screen`,
    ).toBeGreaterThan(0);
  }
  for (const name of driver.typed) expect(shown('Name'), `"${name}" is on screen`).toContain(name);
}

afterEach(() => localStorage.clear());

it('whatever happens, every row is saved once or still on screen, and the provider can go on', async () => {
  await expectAlways(server, {
    name: 'Every row is saved once or still on screen, and the provider can go on',
    runs: 40,
    steps: fc.array(step, { minLength: 2, maxLength: 12 }),
    sentence: (one) =>
      one.does === 'fault'
        ? `The next answer of ${calls[one.call]} is ${one.branch}`
        : `${one.does}${one.wait ? '' : ', without waiting'}`,
    async begin() {
      await server.reset();
      await server.as('provider');
      writeStored('account', 'provider@kitwell.test');
      history.replaceState(null, '', '/dashboard');
    },
    async run(steps, stage) {
      const driver = await GridDriver.open(stage);
      for (const one of steps) await driver.take(one);
      await driver.settle();
      expectNothingLost(driver);
      for (const operation of Object.values(calls)) stage.mock.clear(operation);
      for (let tries = 0; tries < 3 && driver.pasted.some((email) => stored(email) === 0); tries += 1) {
        press('Save All');
        await driver.settle();
      }
      for (const email of driver.pasted) expect(stored(email), `${email} is stored`).toBe(1);
      expectNothingLost(driver);
      driver.leave();
    },
  });
}, 600_000);
