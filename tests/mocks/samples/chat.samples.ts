import type { Samples } from '@/mocks/conformance/samples';

export const chatSamples = {
  sendChatMessage: {
    summary: 'Answers a message to the chat bot',
    request: { body: { message: 'Hello' } },
    answer: { response: 'Hello! Ask me about kits, providers or appointments.' },
  },
} satisfies Partial<Samples>;
