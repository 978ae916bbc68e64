import {
  defect,
  doneEvent,
  errorEvent,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  replay,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type ChatContext, chatMachine } from '@/machines/chat.machine';

const plan = planFor(chatMachine, {
  input: undefined,
  events: [
    { type: 'OPEN' },
    { type: 'CLOSE' },
    { type: 'PROVIDER' },
    { type: 'PATIENT' },
    { type: 'SEND', text: 'Hello' },
    { type: 'SEND', text: ' \n' },
  ],
  answers: { sendMessage: [{ response: 'Hi' }] },
  errors: [failure('sendChatMessage', 'no-response'), defect],
  silentCalls: ['sendMessage'],
  stopWhen: ({ messages, waiting }: ChatContext) => messages.length > 1 || waiting.length > 1,
});
const send = (text: string) => ({ type: 'SEND', text });
const answer = (response: string) => doneEvent('sendMessage', { response });

describe('the chat', () => {
  it('never leaves the visitor stuck', () => expectNoDeadEnd(plan));

  it('sends no blank text, and each text once', () =>
    expectOnEveryWalk(plan, ({ calls }, walk) => {
      expect(calls.length).toBeLessThanOrEqual(walk.filter(({ type }) => type === 'SEND').length);
      for (const { input } of calls) expect(input).toEqual({ message: 'Hello' });
    }));

  it('sends texts one after another, in the order typed', async () => {
    const { calls, context } = await replay(plan, [send('one'), send('two'), answer('1'), answer('2')]);
    expect(calls.map(({ input }) => input)).toEqual([{ message: 'one' }, { message: 'two' }]);
    expect(context).toMatchObject({
      messages: [
        { type: 'user', text: 'one' },
        { type: 'bot', text: '1' },
        { type: 'user', text: 'two' },
        { type: 'bot', text: '2' },
      ],
    });
  });

  it('adds nothing when the call fails, keeps the lost text, and goes on with the next', async () => {
    const { calls, context } = await replay(plan, [
      send('one'),
      send('two'),
      errorEvent('sendMessage', failure('sendChatMessage', 500)),
    ]);
    expect(calls).toHaveLength(2);
    expect(context).toMatchObject({ messages: [], waiting: ['two'], lastLost: 'one' });
  });

  it('asks a patient to wait, and shows a provider the topics', () => {
    const actor = createActor(chatMachine).start();
    actor.send({ type: 'PATIENT' });
    expect(actor.getSnapshot().context.messages).toEqual([
      { type: 'bot', text: 'Right now, we are only onboarding providers' },
    ]);
    actor.send({ type: 'PROVIDER' });
    expect(actor.getSnapshot().hasTag('topics')).toBe(true);
  });

  it('is closed at first, and asks who the visitor is', async () => {
    const { tags } = await replay(plan, []);
    expect(tags).toEqual(['asking', 'closed']);
  });

  it('keeps the conversation while it is closed', async () => {
    const { context, tags } = await replay(plan, [
      { type: 'OPEN' },
      send('one'),
      { type: 'CLOSE' },
      answer('1'),
      { type: 'OPEN' },
    ]);
    expect(tags).toContain('open');
    expect(context).toMatchObject({
      messages: [
        { type: 'user', text: 'one' },
        { type: 'bot', text: '1' },
      ],
    });
  });
});
