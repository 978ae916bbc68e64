import { within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, fromPromise, setup } from 'xstate';
import { createInspector } from '../../src/inspector';
import { exampleMachines, fetchWithRetry, ticTacToe, toggle } from './example-machines';

let unmount = () => {};
afterEach(() => unmount());

/** The page of any product: an element, and actors that have nothing to do with it. */
function open(inspector = createInspector()) {
  const page = document.createElement('main');
  document.body.append(page);
  const stop = inspector.mount(page);
  unmount = () => {
    stop();
    page.remove();
  };
  const view = within(page);
  return {
    page,
    view,
    user: userEvent.setup(),
    transition: (name: RegExp) =>
      within(view.getByRole('list', { name: 'Transitions' })).getByRole('button', { name }),
    status: () => view.getByRole('status'),
    lit: () =>
      [...page.querySelectorAll('[data-lit]')].map((state) => state.querySelector('text')?.textContent),
  };
}
const start = (machine: AnyStateMachine, inspector = createInspector()) => {
  const actor = createActor(machine, { inspect: inspector.inspect }).start();
  return { actor, ...open(inspector) };
};

describe('the inspector, in the page of any XState system', () => {
  it.each(exampleMachines.map((machine) => [machine.id, machine] as const))(
    'renders XState\'s example "%s" with its current states lit',
    async (name, machine) => {
      const { actor, view, lit, page } = start(machine);
      expect(await view.findByRole('img', { name: new RegExp(`^${name} is in `) })).toBeInTheDocument();
      const active = JSON.stringify(actor.getSnapshot().value).match(/\w+/g) ?? [];
      expect(lit().sort()).toEqual(active.sort());
      // jsdom computes no colors.
      const { violations } = await axe.run(page, { rules: { 'color-contrast': { enabled: false } } });
      expect(violations).toEqual([]);
      actor.stop();
    },
  );

  it('follows an actor that runs already, sends what is pressed, and counts the transitions', async () => {
    const inspector = createInspector();
    const actor = createActor(toggle).start();
    const { view, lit, page, user, transition, status } = open(inspector);
    expect(view.getByText('No machines run here')).toBeVisible();
    inspector.attach(actor);
    await view.findByRole('button', { name: /^toggle inactive/ });
    transition(/^inactive TOGGLE/).focus();
    await user.keyboard('{Enter}');
    expect(actor.getSnapshot().value).toBe('active');
    expect(status()).toHaveTextContent('Sent TOGGLE.');
    const [, back] = page.querySelectorAll('svg .inspector-label');
    if (!back) throw new Error('The chart has two labels.');
    await user.click(back);
    expect(actor.getSnapshot().value).toBe('inactive');
    actor.send({ type: 'TOGGLE' });
    expect(await view.findByRole('img', { name: 'toggle is in active' })).toBeInTheDocument();
    expect(lit()).toEqual(['active']);
    expect(transition(/^inactive TOGGLE/)).toHaveTextContent('taken 2 times');
    expect(transition(/^active TOGGLE/)).toHaveTextContent('taken once');
    actor.stop();
  });

  it('counts an eventless transition and one without a target, and not those that were passed over', async () => {
    const { actor, view, transition } = start(ticTacToe);
    for (const value of [0, 3, 1, 4, 2]) actor.send({ type: 'PLAY', value });
    expect(await view.findByRole('img', { name: /over\.winner/ })).toBeInTheDocument();
    expect(transition(/at once \[isWon\]/)).toHaveTextContent('taken once');
    expect(transition(/at once \[isDraw\]/)).toHaveTextContent('not taken');
    expect(view.getByText('2 of 4 transitions taken in this visit')).toBeVisible();
    actor.stop();
  });

  it('sends nothing where the actor would not take it, and gives the reason', async () => {
    const { actor, user, transition, status } = start(fetchWithRetry);
    await user.click(transition(/^failure RETRY/));
    expect(status()).toHaveTextContent('Not sent: The actor is not in failure.');
    expect(transition(/load done/)).toHaveAttribute('aria-disabled', 'true');
    await user.click(transition(/load done/));
    expect(status()).toHaveTextContent('Not sent: XState takes this transition by itself.');
    expect(actor.getSnapshot().value).toBe('idle');
    actor.stop();
  });

  it('asks for the fields that an event lacks, and sends it with them', async () => {
    const { actor, view, user, transition, status } = start(ticTacToe);
    await user.click(transition(/^playing PLAY/));
    expect(status()).toHaveTextContent('PLAY needs a payload with value. Fill it in and press again.');
    const payload = view.getByRole('textbox', { name: 'Payload of the event, as JSON' });
    expect(payload).toHaveFocus();
    expect(payload).toHaveValue('{"value":""}');
    await user.type(payload, '}}');
    await user.click(transition(/^playing PLAY/));
    expect(status()).toHaveTextContent('Not sent: the payload must be a JSON object.');
    expect(actor.getSnapshot().context.marks).toEqual([]);
    await user.clear(payload);
    await user.type(payload, '{{"value": 4}');
    await user.click(transition(/^playing PLAY/));
    expect(actor.getSnapshot().context.marks).toEqual([4]);
    actor.stop();
  });

  it('lists children below their parent, those that ended, and machines that do not run', async () => {
    const waiting = fromPromise(() => new Promise<void>(() => {}));
    const family = setup({ actors: { toggle, waiting } }).createMachine({
      id: 'family',
      invoke: { id: 'waiting', src: 'waiting' },
      initial: 'apart',
      states: {
        apart: { on: { MEET: 'together' } },
        together: { invoke: { id: 'toggle', src: 'toggle' }, on: { PART: 'apart' } },
      },
    });
    const { actor, view, user, lit, transition } = start(
      family,
      createInspector({ machines: [fetchWithRetry] }),
    );
    const system = () => within(view.getByRole('navigation', { name: 'Actor system' }));
    const parent = system()
      .getByRole('button', { name: /^family / })
      .closest('li');
    expect(parent).toHaveTextContent('waiting no machine');
    await user.click(transition(/MEET/));
    const child = await system().findByRole('button', { name: /^toggle inactive/ });
    expect(parent).toContainElement(child);
    await user.click(transition(/PART/));
    expect(await system().findByRole('button', { name: /^toggle stopped in inactive/ })).toBeVisible();
    await user.click(view.getByText(/^Machines that do not run now/));
    await user.click(view.getByRole('button', { name: /^fetch not running/ }));
    expect(view.getByRole('img', { name: 'fetch does not run' })).toBeInTheDocument();
    expect(lit()).toEqual([]);
    actor.stop();
  });
});
