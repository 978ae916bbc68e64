import { assign, setup } from 'xstate';
import { type Answer, type Failure, isBlank, onlyProviders } from '@/contract';
import { type Caught, caught, failureOf, notProvided } from './failure';

/** A line of the conversation (SPEC §3). */
export interface ChatMessage {
  readonly type: 'user' | 'bot';
  readonly text: string;
}

export interface ChatContext {
  readonly messages: readonly ChatMessage[];
  /** Texts to send, in the order typed; the first one is being sent. */
  readonly waiting: readonly string[];
  /** The last text whose call failed; ArrowUp in the empty input recalls it (SPEC-NOTES). */
  readonly lastLost: string | null;
  /** Only logged: the UI does not show it (SPEC §8). */
  readonly failure: Failure | null;
}

type ChatEvent =
  | { readonly type: 'OPEN' | 'CLOSE' | 'PROVIDER' }
  /** This branch has no button (SPEC §4). */
  | { readonly type: 'PATIENT' }
  | { readonly type: 'SEND'; readonly text: string };

/**
 * The chat widget (SPEC §4 "Chat widget", §5 "Chat input", §8; SPEC-NOTES "The chat call failing").
 *
 * ```
 * closed ⇄ open  ∥  asking → PROVIDER → topics  ∥  quiet → SEND → sending → quiet (next one first)
 * ```
 * A text is added to the conversation together with its response; a text whose call fails is not added.
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
    hasText: (_, { text }: { text: string }) => !isBlank(text),
    hasWaiting: ({ context }) => context.waiting.length > 0,
  },
  actions: {
    showPatientsMustWait: assign({
      messages: ({ context }) => [...context.messages, { type: 'bot' as const, text: onlyProviders }],
    }),
    keepWaiting: assign({
      waiting: ({ context }, { text }: { text: string }) => [...context.waiting, text],
    }),
    addAnswer: assign(({ context }, { text }: { text: string }) => {
      const [asked = '', ...waiting] = context.waiting;
      const lines: ChatMessage[] = [
        { type: 'user', text: asked },
        { type: 'bot', text },
      ];
      return { messages: [...context.messages, ...lines], waiting, lastLost: null, failure: null };
    }),
    lose: assign(({ context }, { error }: Caught) => {
      const [lastLost = null, ...waiting] = context.waiting;
      return { failure: failureOf(error), lastLost, waiting };
    }),
  },
}).createMachine({
  id: 'chat',
  context: { messages: [], waiting: [], lastLost: null, failure: null },
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
        asking: { tags: 'asking', on: { PROVIDER: 'topics', PATIENT: { actions: 'showPatientsMustWait' } } },
        topics: { tags: 'topics' },
      },
    },
    talk: {
      initial: 'quiet',
      on: {
        SEND: {
          guard: { type: 'hasText', params: ({ event }) => event },
          actions: { type: 'keepWaiting', params: ({ event }) => event },
        },
      },
      states: {
        quiet: { always: { guard: 'hasWaiting', target: 'sending' } },
        sending: {
          tags: 'busy',
          invoke: {
            id: 'sendMessage',
            src: 'sendMessage',
            input: ({ context }) => ({ message: context.waiting[0] ?? '' }),
            onDone: {
              target: 'quiet',
              actions: { type: 'addAnswer', params: ({ event }) => ({ text: event.output.response }) },
            },
            onError: { target: 'quiet', actions: { type: 'lose', params: caught } },
          },
        },
      },
    },
  },
});
