import { brand } from '@/lib/brand';

// From §4, exact: do not reword.
export const fixed = {
  /** The start of every chat. */
  question: {
    question: 'Are you a Provider?',
    provider: 'PROVIDER',
    topics: 'Select a topic:',
  },
} as const;

// Ours: free to reword.
export const strings = {
  /** The frame around the conversation. */
  window: {
    title: `Chat with ${brand.name}`,
    close: 'Close chat',
    largestSize: 'Largest chat size',
    usualSize: 'Usual chat size',
    width: 'Chat width',
    height: 'Chat height',
    pixels: (length: number) => `${length} pixels`,
  },
  /** The conversation's lines. */
  lines: {
    log: 'Conversation',
    bot: `${brand.name}: `,
    user: 'You: ',
  },
  /** The message input. */
  composer: {
    label: 'Message',
    placeholder: 'Write a message',
    send: 'Send',
  },
} as const;
