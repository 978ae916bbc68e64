import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { patientsWho } from '@tests/features/orders/support';
import { loadPage } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { getApp } from '@/features/api/app';
import { writeStored } from '@/lib/storage';
import { controls, dialogOf, press } from './controls';
import { settled } from './is-idle';
import { endSessions, isLoginPage, logIn, logOutElsewhere, reload } from './session';
import { expectAlways } from './story';

const server = startMockServer();
afterEach(() => localStorage.clear());

const provider = { email: 'provider@kitwell.test', password: 'Provider1!' };
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
        | 'session ends'
        | 'other tab logs out';
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
    arbitrary: fc.record({
      does: fc.constantFrom('leave', 'reload', 'session ends', 'other tab logs out'),
      wait: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('fault'),
      branch: fc.constantFrom('400', '401', '403', '429', '500', 'network', 'ok.lost', 'wrong-2xx'),
      wait: fc.constant(true),
    }),
  },
);

/** Opens a section by its entry in the sidebar. */
function openSection(name: string): void {
  const sidebar = document.querySelector<HTMLElement>('nav[aria-label="Dashboard"]');
  if (sidebar !== null) fireEvent.click(within(sidebar).getByText(name));
}

/** Waits until it is there; null if the session ends before. */
async function found<Element>(find: () => Element | null): Promise<Element | null> {
  await waitFor(() => expect(isLoginPage() || find() !== null, 'what a step waits for').toBe(true));
  return find();
}

const orderDialog = () => dialogOf('Order Kits');

const mailsTo = ({ patient_email }: { readonly patient_email: string }): number =>
  server.mail.list(patient_email).filter(({ kind }) => kind === 'confirm-address').length;

/** The patients of the steps, and after them one whom only the last order is for. */
const lastPatient = 3;

/** Uses Order Kits as one clinic that orders again only for patients who got no email. */
class OrderKitsDriver {
  readonly patients = patientsWho(server, { authorized: 1, ordered: false });
  readonly #mailsBefore = this.patients.map(mailsTo);
  #page = loadPage();

  constructor() {
    expect(this.patients.length).toBeGreaterThan(lastPatient);
  }

  /** Waits for the patients to order for, and logs in where the page asks for that. */
  async toSection(): Promise<void> {
    const isThere = () =>
      document.querySelector(`input[aria-label="Select ${this.patients[0]?.patient_name}"]`) !== null;
    await waitFor(() => expect(isLoginPage() || isThere(), 'the patients or the login page').toBe(true));
    if (isThere()) return;
    await logIn(provider);
    await this.settle();
    openSection('Booking / Order Kits');
    await waitFor(() => expect(isThere(), 'the patients after a login').toBe(true));
  }

  async take(one: Step): Promise<void> {
    await this.toSection();
    await this.#do(one);
    if (one.wait) await this.settle();
  }

  async #do(one: Step): Promise<void> {
    switch (one.does) {
      case 'order':
        return this.order(one.patients);
      case 'pause':
        press('Pause');
        return;
      case 'resume':
        press('Resume');
        return;
      case 'retry':
        press(/^Try again for/);
        return;
      case 'leave rest':
        press(/^Leave out the (last|other)/);
        return;
      case 'close':
        return this.#close();
      case 'leave':
        openSection('Patients');
        openSection('Booking / Order Kits');
        return;
      case 'reload':
        this.#page = await reload(this.#page);
        return;
      case 'session ends':
        return endSessions(server);
      case 'other tab logs out':
        return logOutElsewhere(server);
      case 'fault':
        return server.set(placing, one.branch, { times: 1 });
    }
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
    await this.toSection();
    press('Show results');
    press('Resume');
    await this.settle();
    press(/^Try again for/);
    await this.settle();
  }

  /** Orders for these patients and no others, also where an earlier order may have been placed. */
  async orderForCertain(chosen: readonly number[]): Promise<void> {
    await this.toSection();
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
    const dialog = await found(orderDialog);
    if (dialog === null) return;
    // After an order, the dialog shows its results first and offers to order for who is selected now.
    press(/^(Dismiss results and order|Order) for \d+ patients?$/);
    if (controls('select', /^Kit Type/, dialog).length === 0) return;
    include(dialog);
    const option = (text: string) =>
      [...dialog.querySelectorAll('option')].find((each) => each.text === text) ?? null;
    const kit = await found(() => option('Essential 2 Panel, $79'));
    const often = option('Every 3 Months');
    const [frequency] = controls('select', /^Frequency/, dialog);
    const [kitType] = controls('select', /^Kit Type/, dialog);
    if (kit === null || often === null || frequency === undefined || kitType === undefined) return;
    fireEvent.change(frequency, { target: { value: often.value } });
    fireEvent.change(kitType, { target: { value: kit.value } });
    if (!press('Place Order')) return;
    await found(() => controls('button', 'I agree')[0] ?? null);
    press('I agree');
  }

  async #close(): Promise<void> {
    if (orderDialog() === null) return;
    if (!press('Done') && !press('Cancel'))
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(orderDialog()).toBeNull());
  }

  /** How often each patient was asked for the delivery address since: once for each order. */
  orders(): number[] {
    return this.patients.map((patient, at) => mailsTo(patient) - (this.#mailsBefore[at] ?? 0));
  }

  async settle(): Promise<void> {
    await settled(() => [getApp()]);
  }

  leave(): void {
    this.#page.unload();
  }
}

const doubtfulFaults = ['network', 'ok.lost', 'wrong-2xx'];

/**
 * Whether an order may remain without a response: its answer was lost, or the page was left, or the session ended, while it may have been sent.
 * The product then orders again only if the user confirms it.
 */
const leavesDoubt = (steps: readonly Step[]): boolean =>
  steps.some(
    (one, position) =>
      (one.does === 'fault' && doubtfulFaults.includes(one.branch)) ||
      one.does === 'session ends' ||
      (['reload', 'other tab logs out'].includes(one.does) && steps[position - 1]?.wait === false),
  );

it('whatever happens, no patient gets a second kit, and the clinic can go on', async () => {
  let driver: OrderKitsDriver | undefined;
  await expectAlways(server, {
    name: 'No patient gets a second kit, and the clinic can go on',
    runs: 15,
    seed: 20261127,
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
      writeStored('account', provider.email);
      writeStored('activeOption', 'authenticate');
      history.replaceState(null, '', '/dashboard');
    },
    async run(steps) {
      driver = new OrderKitsDriver();
      for (const one of steps) await driver.take(one);
      await driver.settle();
      server.clear(placing);
      await driver.finishOrders();
      await driver.toSection();
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
      // The clinic asks the patients, and orders for those who got no email. It does so twice if the first try shows that
      // the session has ended.
      for (let tries = 0; tries < 2; tries += 1) {
        const now = driver.orders();
        const without = [...now.keys()].filter((at) => at <= lastPatient && now[at] === 0);
        if (without.length > 0) await driver.orderForCertain(without);
        await driver.finishOrders();
      }
      expect(driver.orders(), 'orders once the clinic has ordered for who had none').toEqual(
        driver.patients.map((_, at) => (at <= lastPatient ? 1 : 0)),
      );
    },
    end() {
      driver?.leave();
      driver = undefined;
    },
  });
}, 600_000);
