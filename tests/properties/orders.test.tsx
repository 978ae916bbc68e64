import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openSection, patientsWho } from '@tests/features/orders/support';
import { startMockServer } from '@tests/support/mock-server';
import { nothingPending } from '@tests/support/outcomes';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { getApp, stopApp } from '@/features/api/app';
import { readAccount } from '@/features/api/session-actors';
import { writeStored } from '@/lib/storage';
import { isBusy } from './is-busy';
import { expectAlways, type Stage } from './story';

const server = startMockServer();
afterEach(() => localStorage.clear());

const placing = 'POST /alert/request-address-confirmation-single-patient';

/** What a clinic does around its orders; `wait` is false if the next step does not wait for the calls of this one. */
type Step = { readonly wait: boolean } & (
  | { readonly does: 'order'; readonly patients: readonly number[] }
  | {
      readonly does:
        | 'pause'
        | 'resume'
        | 'retry'
        | 'leave rest'
        | 'close'
        | 'leave'
        | 'reload'
        | 'login expires';
    }
  | { readonly does: 'fault'; readonly branch: string }
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('order'),
      patients: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }),
      wait: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('pause', 'resume', 'retry', 'leave rest', 'close'),
      wait: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('leave', 'reload', 'login expires'), wait: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('fault'),
      branch: fc.constantFrom('400', '403', '429', '500', 'network', 'ok.lost', 'wrong-2xx'),
      wait: fc.constant(true),
    }),
  },
);

/** Presses the button if it is there and enabled; returns whether it was. */
function press(name: string | RegExp): boolean {
  const found = screen.queryAllByRole<HTMLButtonElement>('button', { name }).find((one) => !one.disabled);
  if (found !== undefined) fireEvent.click(found);
  return found !== undefined;
}

const orderDialog = () => screen.queryByRole('dialog', { name: 'Order Kits' });

const mailsTo = ({ patient_email }: { readonly patient_email: string }): number =>
  server.mail.list(patient_email).filter(({ kind }) => kind === 'confirm-address').length;

/** The patients of the steps, and after them one whom only the last order is for. */
const lastPatient = 3;

/** Uses Order Kits as one clinic that orders again only for patients who got no email. */
class OrderKitsDriver {
  readonly patients = patientsWho(server, { authorized: 1, ordered: false });
  readonly #mailsBefore = this.patients.map(mailsTo);
  readonly #stage: Stage;
  #view: Awaited<ReturnType<typeof openSection>>;

  private constructor(view: Awaited<ReturnType<typeof openSection>>, stage: Stage) {
    this.#view = view;
    this.#stage = stage;
  }

  static async open(stage: Stage): Promise<OrderKitsDriver> {
    expect(patientsWho(server, { authorized: 1, ordered: false }).length).toBeGreaterThan(lastPatient);
    return new OrderKitsDriver(await openSection(server, { signIn: false }), stage);
  }

  async take(one: Step): Promise<void> {
    switch (one.does) {
      case 'order':
        await this.order(one.patients);
        break;
      case 'pause':
        press('Pause');
        break;
      case 'resume':
        press('Resume');
        break;
      case 'retry':
        press(/^Try again for/);
        break;
      case 'leave rest':
        press(/^Leave out the (last|other)/);
        break;
      case 'close':
        await this.#close();
        break;
      case 'leave':
        await this.#reopen(() => undefined);
        break;
      case 'reload':
        await this.#reopen(async () => {
          stopApp();
          await this.#stage.loaded();
        });
        break;
      case 'login expires':
        await this.#expire();
        break;
      case 'fault':
        this.#stage.mock.set(placing, one.branch, { times: 1 });
        break;
    }
    if (one.wait) await this.settle();
  }

  #box(at: number): HTMLInputElement {
    return screen.getByLabelText<HTMLInputElement>(`Select ${this.patients[at]?.patient_name}`);
  }

  /** Selects patients, chooses a kit and agrees to the terms, as far as the page lets it. */
  async order(chosen: readonly number[]): Promise<void> {
    await this.#close();
    for (const at of chosen) {
      const box = this.#box(at);
      if (!box.checked && !box.disabled) fireEvent.click(box);
    }
    await this.#orderSelected(() => undefined);
  }

  /** Sends the orders that wait, and again those that were rejected. */
  async finishOrders(): Promise<void> {
    press('Show results');
    press('Resume');
    await this.settle();
    press(/^Try again for/);
    await this.settle();
  }

  /** Orders for these patients and no others, also where an earlier order may have been placed. */
  async orderForCertain(chosen: readonly number[]): Promise<void> {
    await this.#close();
    for (const at of this.patients.keys())
      if (this.#box(at).checked !== chosen.includes(at)) fireEvent.click(this.#box(at));
    await this.#orderSelected((dialog) => {
      const box = within(dialog).queryByLabelText<HTMLInputElement>(
        /^Leave out the .* may have been placed$/,
      );
      if (box?.checked) fireEvent.click(box);
    });
    await this.settle();
  }

  async #orderSelected(include: (dialog: HTMLElement) => void): Promise<void> {
    if (!press('Order kits')) return;
    const dialog = await screen.findByRole('dialog', { name: 'Order Kits' });
    // After an order, the dialog shows its results first and offers to order for who is selected now.
    press(/^(Dismiss results and order|Order) for \d+ patients?$/);
    if (within(dialog).queryByLabelText('Kit Type') === null) return;
    include(dialog);
    await within(dialog).findByRole('option', { name: 'Essential 2 Panel, $79' });
    const options = within(dialog).getAllByRole<HTMLOptionElement>('option');
    const optionValue = (text: string) => options.find((option) => option.text === text)?.value;
    const choose = (label: string, text: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value: optionValue(text) } });
    choose('Frequency', 'Every 3 Months');
    choose('Kit Type', 'Essential 2 Panel, $79');
    if (!press('Place Order')) return;
    if ((await screen.findAllByRole('button', { name: 'I agree' })).length > 0) press('I agree');
  }

  async #close(): Promise<void> {
    if (orderDialog() === null) return;
    if (!press('Done') && !press('Cancel'))
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(orderDialog()).toBeNull());
  }

  async #reopen(between: () => Promise<void> | void): Promise<void> {
    this.#view.unmount();
    await between();
    this.#view = await openSection(server, { signIn: false });
  }

  async #expire(): Promise<void> {
    const { session } = getApp();
    const { token, account } = readAccount();
    await this.#reopen(() => {
      localStorage.clear();
      act(() => session.send({ type: 'TOKEN_FOUND', token: null, account: null }));
      writeStored('account', account);
      writeStored('token', token);
      session.send({ type: 'TOKEN_FOUND', token, account });
    });
  }

  /** How often each patient was asked for the delivery address since: once for each order. */
  orders(): number[] {
    return this.patients.map((patient, at) => mailsTo(patient) - (this.#mailsBefore[at] ?? 0));
  }

  async settle(): Promise<void> {
    await waitFor(() => expect(isBusy(getApp().actor), 'a flow is busy').toBe(false));
    await nothingPending(getApp().store);
  }

  leave(): void {
    this.#view.unmount();
  }
}

const doubtfulFaults = ['network', 'ok.lost', 'wrong-2xx'];

/**
 * Whether an order may remain without a response: its answer was lost, or the page was left while it may have been sent.
 * The product then orders again only if the user confirms it.
 */
const leavesDoubt = (steps: readonly Step[]): boolean =>
  steps.some(
    (one, position) =>
      (one.does === 'fault' && doubtfulFaults.includes(one.branch)) ||
      (['reload', 'login expires'].includes(one.does) && steps[position - 1]?.wait === false),
  );

it('whatever happens, no patient gets a second kit, and the clinic can go on', async () => {
  await expectAlways(server, {
    name: 'No patient gets a second kit, and the clinic can go on',
    runs: 25,
    steps: fc.array(step, { minLength: 2, maxLength: 12 }),
    sentence: (one) => {
      const details =
        one.does === 'order'
          ? ` for ${one.patients.map((at) => at + 1).join(', ')}`
          : one.does === 'fault'
            ? ` ${one.branch} of ${placing}`
            : '';
      return `${one.does}${details}${one.wait ? '' : ', without waiting'}`;
    },
    async begin() {
      await server.reset({ preset: 'demo', patients: 18 });
      await server.as('provider');
      writeStored('account', 'provider@kitwell.test');
      writeStored('activeOption', 'authenticate');
      history.replaceState(null, '', '/dashboard');
    },
    async run(steps, stage) {
      const driver = await OrderKitsDriver.open(stage);
      for (const one of steps) await driver.take(one);
      await driver.settle();
      stage.mock.clear(placing);
      await driver.finishOrders();
      await driver.order([0, 1, 2]);
      await driver.settle();
      await driver.finishOrders();
      const least = leavesDoubt(steps) ? 0 : 1;
      const orders = driver.orders();
      for (const [at, count] of orders.slice(0, lastPatient).entries()) {
        const who = `orders for ${driver.patients[at]?.patient_name}`;
        expect(count, who).toBeLessThanOrEqual(1);
        expect(count, who).toBeGreaterThanOrEqual(least);
      }
      expect(
        orders.slice(lastPatient).filter((count) => count > 0),
        'orders for patients who were not selected',
      ).toEqual([]);
      // The clinic asks the patients, and orders for those who got no email.
      const without = [...orders.keys()].filter((at) => at <= lastPatient && orders[at] === 0);
      await driver.orderForCertain(without);
      expect(driver.orders(), 'orders once the clinic has ordered for who had none').toEqual(
        driver.patients.map((_, at) => (at <= lastPatient ? 1 : 0)),
      );
      driver.leave();
    },
  });
}, 600_000);
