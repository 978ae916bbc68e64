import { createActorWatch, statesIn } from '@kitwell/mock-engine/inspector/actor-watch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { type Answer, authToken } from '@/contract';
import { inspection, setActorObserver } from '@/lib/mock-build';
import { accountMachine } from '@/machines/account.machine';
import { chatMachine } from '@/machines/chat.machine';
import { idleMachine } from '@/machines/idle.machine';
import { type Credentials, sessionMachine } from '@/machines/session.machine';
import { openTab } from '../support/panel';

// Removes the actors of earlier tests in the same page.
beforeEach(() => setActorObserver(undefined));

function startSession() {
  const machine = sessionMachine.provide({
    actors: {
      login: fromPromise<Answer<'login'>, Credentials>(async () => ({
        token: authToken.parse('tok_secret'),
      })),
      storage: fromCallback(() => undefined),
      account: accountMachine.provide({
        actors: { idle: idleMachine.provide({ actors: { activity: fromCallback(() => undefined) } }) },
      }),
    },
    actions: {
      clearStorage: () => undefined,
      clearTabDrafts: () => undefined,
      storeAccount: () => undefined,
    },
  });
  return createActor(machine, {
    ...inspection,
    input: { readUnsaved: () => null },
  }).start();
}

describe('the Machines tab', () => {
  it('follows a live machine without the payload of its events', async () => {
    const { user, actors } = await openTab('Machines');
    expect(await screen.findByText('No machines run here')).toBeVisible();
    setActorObserver(actors.observe);
    const session = startSession();
    const states = () => statesIn(session.getSnapshot().value).join(' and ');
    await screen.findByRole('img', { name: `session is in ${states()}` });
    const before = states();
    await user.click(screen.getByRole('button', { name: /^session / }));
    session.send({ type: 'LOGIN', email: 'provider@kitwell.test', password: 'Provider1!' });
    await waitFor(() => expect(session.getSnapshot().hasTag('busy')).toBe(false));
    await screen.findByRole('img', { name: `session is in ${states()}` });
    expect(states()).not.toBe(before);
    const events = screen.getByRole('list', { name: /Last events/ });
    expect(events).toHaveTextContent(/login done.*LOGIN.*start/);
    expect(document.body.innerHTML).not.toMatch(/Provider1!|tok_secret/);
    session.stop();
    const system = screen.getByRole('navigation', { name: 'Actor system' });
    expect(await within(system).findByRole('button', { name: /^session stopped/ })).toBeVisible();
    await user.keyboard('{Escape}');
  });

  it('names each state of a machine that is in several states', async () => {
    const { actors } = await openTab('Machines');
    setActorObserver(actors.observe);
    const chat = createActor(chatMachine, { ...inspection }).start();
    chat.send({ type: 'OPEN' });
    expect(await screen.findByRole('img', { name: /^chat is in window\.open and / })).toBeInTheDocument();
    chat.stop();
  });
});

describe('the watch over live actors', () => {
  it('lists those that run before those that ended, and lets go of old ones', () => {
    const watch = createActorWatch();
    setActorObserver(watch.observe);
    const first = createActor(chatMachine, { ...inspection }).start();
    for (let count = 0; count < 100; count += 1)
      createActor(chatMachine, { ...inspection })
        .start()
        .stop();
    expect(watch.list()[0]).toMatchObject({ id: first.sessionId, status: 'active' });
    expect(watch.list().length).toBeLessThan(10);
    first.stop();
  });

  it('receives nothing if no observer is set', () => {
    const watch = createActorWatch();
    createActor(chatMachine, { ...inspection })
      .start()
      .stop();
    expect(watch.list()).toEqual([]);
  });
});
