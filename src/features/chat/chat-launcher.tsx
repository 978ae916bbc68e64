import { type ReactNode, useRef, useState } from 'react';
import { lazyWithRetry } from '@/lib/lazy';
import { toast } from '@/ui/feedback/toast';
import type { ChatProps } from './chat';

// Ours: free to reword.

const notLoaded = 'The chat could not be loaded. Please try again.';

// A page without its chat is still a page; the next press tries again.
const Chat = lazyWithRetry<ChatProps>(async () => (await import('./chat')).ChatWithStore, {
  wanted: ({ requests }) => requests,
  onFailure: () => toast(notLoaded, { tone: 'error' }),
});

interface ChatLauncher {
  /** Opens the chat, or brings the focus back to it; `opener` gets the focus again when it closes. */
  open: (opener: HTMLElement) => void;
  /** Fetches the chat's code ahead, when somebody is about to open it. */
  preload: () => void;
  chat: ReactNode;
}

/** The chat widget of a page. Its code comes with the first wish to open it, so that the page itself stays light. */
export function useChatLauncher(): ChatLauncher {
  const [requests, setRequests] = useState(0);
  const opener = useRef<HTMLElement>(null);
  return {
    open: (element) => {
      opener.current = element;
      setRequests((count) => count + 1);
    },
    preload: Chat.preload,
    chat: <Chat requests={requests} onClosed={(options) => opener.current?.focus(options)} />,
  };
}
