import { brand } from '@/lib/brand';

/** SPEC §4, byte for byte: never reworded; a translation may only stand beside them. */
export const fixed = {
  /** How every chat begins. */
  question: {
    question: 'Are you a Provider?',
    provider: 'PROVIDER',
    topics: 'Select a topic:',
  },
} as const;

/** Ours: free to reword. */
export const strings = {
  /** The frame around the conversation. */
  window: {
    title: `Chat with ${brand.name}`,
    close: 'Close chat',
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
  /** Where messages are typed. */
  composer: {
    label: 'Message',
    placeholder: 'Write a message',
    send: 'Send',
  },
} as const;
