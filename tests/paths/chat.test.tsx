import { screen, waitFor, within } from '@testing-library/react';
import { hero, lines } from '@tests/features/chat/support';
import { renderApp } from '@tests/support/app';
import { doneEvent, errorEvent, failure } from '@tests/support/machine-paths';
import { startMockServer } from '@tests/support/mock-server';
import { pauseResponses } from '@tests/support/pause-responses';
import { beforeEach, expect, it } from 'vitest';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  initialTransition,
  transition,
} from 'xstate';
import { chatMachine } from '@/machines/chat.machine';

const sending = { name: 'sendChatMessage', operation: 'POST /api/chat' } as const;
const machine: AnyStateMachine = chatMachine;
const question = 'hello';
const reply = { response: 'Hello! Ask me about kits, providers or appointments.' };
const answered = doneEvent('sendMessage', reply);
const lost = errorEvent('sendMessage', failure('sendChatMessage', 500));

/** Through every state. PATIENT is left out, because the product has no button for it (§4). */
const walk: readonly EventObject[] = [
  { type: 'OPEN' },
  { type: 'SEND', ...{ text: question } },
  lost,
  { type: 'PROVIDER' },
  { type: 'SEND', ...{ text: question } },
  { type: 'CLOSE' },
  { type: 'OPEN' },
  answered,
  { type: 'CLOSE' },
];

const server = startMockServer({ patients: 1 });
beforeEach(() => server.reset());

const visibleChat = () => screen.queryByRole('dialog', { name: /^Chat with/ });
const hiddenChat = () => screen.getByRole('dialog', { hidden: true });

/** Pending messages, rendered below the conversation. */
const onTheirWay = (chat: HTMLElement) =>
  [...chat.querySelectorAll('[role=log] ~ * p')].map((line) => line.textContent?.replace(/^You: /, ''));

/** The screen matches the machine's tags and messages. */
async function expectShown(snapshot: AnyMachineSnapshot) {
  if (snapshot.hasTag('closed')) return waitFor(() => expect(visibleChat()).toBeNull());
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

it('every state of the chat is what the screen shows', async () => {
  const { user } = renderApp('/');
  const answers = pauseResponses(server, sending, ['500', 'ok']);
  const press = (name: string) => user.click(within(hiddenChat()).getByRole('button', { name }));
  const opener = await hero();
  const userActions: Record<string, () => unknown> = {
    OPEN: () => user.click(opener),
    CLOSE: () => press('Close chat'),
    PROVIDER: () => press('PROVIDER'),
    SEND: () => user.type(within(hiddenChat()).getByLabelText('Message'), `${question}{Enter}`),
    [answered.type]: answers.releaseNext,
    [lost.type]: answers.releaseNext,
  };
  let [snapshot]: [AnyMachineSnapshot, ...unknown[]] = initialTransition(machine);
  const visited = new Set(snapshot.tags);
  await expectShown(snapshot);
  for (const event of walk) {
    await userActions[event.type]?.();
    [snapshot] = transition(machine, snapshot, event);
    for (const tag of snapshot.tags) visited.add(tag);
    await expectShown(snapshot);
  }
  expect([...visited].sort()).toEqual(['asking', 'busy', 'closed', 'open', 'topics']);
});
