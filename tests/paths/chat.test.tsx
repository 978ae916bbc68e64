import { screen, waitFor, within } from '@testing-library/react';
import { hero, lines } from '@tests/features/chat/support';
import { renderApp } from '@tests/support/app';
import { holdAnswers } from '@tests/support/held-answers';
import { doneEvent, errorEvent, failure, pendingCalls, serialize } from '@tests/support/machine-paths';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  initialTransition,
  transition,
} from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { setReportSink } from '@/lib/report';
import { chatMachine } from '@/machines/chat.machine';

const sending = { name: 'sendChatMessage', operation: 'POST /api/chat' } as const;
const machine: AnyStateMachine = chatMachine;
const question = 'hello';
const reply = { response: 'Hello! Ask me about kits, providers or appointments.' };
const answered = doneEvent('sendMessage', reply);
const lost = errorEvent('sendMessage', failure('sendChatMessage', 500));

/**
 * The events that are possible in this state. A closed chat can only be opened. PATIENT is left out, because the
 * product has no button for it (SPEC §4).
 */
function happenings(snapshot: AnyMachineSnapshot): EventObject[] {
  const { messages, waiting } = snapshot.context;
  if (messages.length > 1 || waiting.length > 1) return [];
  const userActions: EventObject[] = snapshot.hasTag('closed')
    ? [{ type: 'OPEN' }]
    : [{ type: 'CLOSE' }, { type: 'PROVIDER' }, { type: 'SEND', ...{ text: question } }];
  const answers = pendingCalls(snapshot).length > 0 ? [answered, lost] : [];
  return [...userActions.filter((event) => snapshot.can(event)), ...answers];
}

/** The shortest path to each state, plus one step: together they take every transition. */
function walks(): EventObject[][] {
  const shortest = getShortestPaths(machine, { events: happenings, serializeState: serialize, limit: 1000 });
  return shortest.flatMap(({ state, steps }) => {
    const way = steps.slice(1).map(({ event }) => event);
    return happenings(state).map((event) => [...way, event]);
  });
}

const nameOf = (walk: readonly EventObject[]) =>
  walk.map(({ type }) => type.replace('xstate.', '')).join(' → ');

const named = walks().map((walk) => ({ name: nameOf(walk), walk }));
/** Without paths that are the prefix of another one. */
const paths = named.filter(({ name }) => !named.some((other) => other.name.startsWith(`${name} → `)));

const server = startMockServer({ patients: 1 });
beforeEach(async () => {
  await server.reset();
  setReportSink(() => undefined);
});

const shownChat = () => screen.queryByRole('dialog', { name: /^Chat with/ });
const hiddenChat = () => screen.getByRole('dialog', { hidden: true });

/** Pending messages, rendered below the conversation. */
const onTheirWay = (chat: HTMLElement) =>
  [...chat.querySelectorAll('[role=log] ~ * p')].map((line) => line.textContent?.replace(/^You: /, ''));

/** The screen matches the machine's tags and messages. */
async function expectShown(snapshot: AnyMachineSnapshot) {
  if (snapshot.hasTag('closed')) return waitFor(() => expect(shownChat()).toBeNull());
  const chat = await screen.findByRole('dialog', { name: /^Chat with/ });
  const topics = snapshot.hasTag('topics');
  const said = snapshot.context.messages.map(({ text }: { text: string }) => text);
  await waitFor(() => {
    expect(lines(chat)).toEqual([
      'Are you a Provider?',
      ...(topics ? ['PROVIDER', 'Select a topic:'] : []),
      ...said,
    ]);
    expect(onTheirWay(chat)).toEqual(snapshot.context.waiting);
  });
  expect(within(chat).queryAllByRole('button', { name: 'PROVIDER' })).toHaveLength(topics ? 0 : 1);
  expect(within(chat).queryAllByRole('button', { name: 'IV Therapy' })).toHaveLength(topics ? 1 : 0);
  expect(document.querySelector('.Toastify__toast, [role=alert]')).toBeNull();
}

async function openLanding(branches: readonly string[]) {
  const { user } = renderApp('/');
  const answers = holdAnswers(server, sending, branches);
  const press = (name: string) => user.click(within(hiddenChat()).getByRole('button', { name }));
  const opener = await hero();
  const userActions: Record<string, () => unknown> = {
    OPEN: () => user.click(opener),
    CLOSE: () => press('Close chat'),
    PROVIDER: () => press('PROVIDER'),
    SEND: () => user.type(within(hiddenChat()).getByLabelText('Message'), `${question}{Enter}`),
    [answered.type]: answers.letThrough,
    [lost.type]: answers.letThrough,
  };
  return { answers, userActions };
}

describe('every path of the chat is what the screen shows', () => {
  it('has paths that take every event', () => {
    const taken = new Set(paths.flatMap(({ walk }) => walk.map(({ type }) => type)));
    expect([...taken].sort()).toEqual(['CLOSE', 'OPEN', 'PROVIDER', 'SEND', answered.type, lost.type].sort());
  });

  it.each(paths)('$name', async ({ walk }) => {
    const endings = walk.filter((event) => event === answered || event === lost);
    const { answers, userActions } = await openLanding(
      endings.map((event) => (event === lost ? '500' : 'ok')),
    );
    let [snapshot]: [AnyMachineSnapshot, ...unknown[]] = initialTransition(machine);
    await expectShown(snapshot);
    for (const event of walk) {
      await userActions[event.type]?.();
      [snapshot] = transition(machine, snapshot, event);
      await expectShown(snapshot);
    }
    answers.letAllThrough();
    await waitFor(() => expect(onTheirWay(hiddenChat())).toEqual([]));
  });
});
