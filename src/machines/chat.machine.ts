import { assign, setup } from 'xstate';
import { type Answer, isBlank, onlyProviders } from '@/contract';
import { notProvided } from './failure';

/** A line of the conversation (§3). */
export interface ChatMessage {
  readonly type: 'user' | 'bot';
  readonly text: string;
}

export interface ChatContext {
  readonly messages: readonly ChatMessage[];
  /** Texts to send, in the order typed; the first one is being sent. */
  readonly waiting: readonly string[];
  /** The last text whose call failed; ArrowUp in the empty input recalls it (§Notes). */
  readonly lastLost: string | null;
}

type ChatEvent =
  | { readonly type: 'OPEN' | 'CLOSE' | 'PROVIDER' }
  /** This branch has no button (§4). */
  | { readonly type: 'PATIENT' }
  | { readonly type: 'SEND'; readonly text: string };

/**
 * The chat widget (§4 "Chat widget", §5 "Chat input", §8; §Notes "The chat call failing"). A text is added to the
 * conversation together with its response; a text whose call fails is not added. Chart: docs/machines/chat.md
 */
export const chatMachine = setup({
  types: {} as {
    context: ChatContext;
    events: ChatEvent;
    tags: 'closed' | 'open' | 'asking' | 'topics' | 'busy';
  },
  actors: {
    sendMessage: notProvided<Answer<'sendChatMessage'>, { message: string }>('sendMessage'),
  },
  guards: {
    hasText: ({ event }) => event.type === 'SEND' && !isBlank(event.text),
    hasWaiting: ({ context }) => context.waiting.length > 0,
  },
}).createMachine({
  id: 'chat',
  context: { messages: [], waiting: [], lastLost: null },
  type: 'parallel',
  states: {
    window: {
      initial: 'closed',
      states: {
        closed: { tags: 'closed', on: { OPEN: 'open' } },
        open: { tags: 'open', on: { CLOSE: 'closed' } },
      },
    },
    prompt: {
      initial: 'asking',
      states: {
        asking: {
          tags: 'asking',
          on: {
            PROVIDER: 'topics',
            PATIENT: {
              actions: assign({
                messages: ({ context }) => [...context.messages, { type: 'bot', text: onlyProviders }],
              }),
            },
          },
        },
        topics: { tags: 'topics' },
      },
    },
    conversation: {
      initial: 'idle',
      on: {
        SEND: {
          guard: 'hasText',
          actions: assign({ waiting: ({ context, event }) => [...context.waiting, event.text] }),
        },
      },
      states: {
        idle: { always: { guard: 'hasWaiting', target: 'sending' } },
        sending: {
          tags: 'busy',
          invoke: {
            id: 'sendMessage',
            src: 'sendMessage',
            input: ({ context }) => ({ message: context.waiting[0] ?? '' }),
            onDone: {
              target: 'idle',
              actions: assign(({ context, event }) => {
                const [text = '', ...waiting] = context.waiting;
                const lines: ChatMessage[] = [
                  { type: 'user', text },
                  { type: 'bot', text: event.output.response },
                ];
                return { messages: [...context.messages, ...lines], waiting, lastLost: null };
              }),
            },
            // The failure itself is only logged (§8).
            onError: {
              target: 'idle',
              actions: assign(({ context }) => {
                const [lastLost = null, ...waiting] = context.waiting;
                return { lastLost, waiting };
              }),
            },
          },
        },
      },
    },
  },
});
