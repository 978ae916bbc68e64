import { type ReactNode, useRef, useState } from 'react';
import { lazyWithRetry } from '@/lib/lazy';
import { toast } from '@/ui/feedback/toast';
import type { ChatProps } from './chat';

// Ours: free to reword.

const notLoaded = 'The chat didn’t load. Try again.';

// If the code fails to load, the page still works without the chat; the next press tries again.
const Chat = lazyWithRetry<ChatProps>(async () => (await import('./chat')).ChatWithStore, {
  loadWhen: ({ requests }) => requests,
  onFailure: () => toast(notLoaded, { tone: 'error' }),
});

interface ChatLauncher {
  /** Opens or focuses the chat; `opener` gets the focus back when it closes. */
  open: (opener: HTMLElement) => void;
  /** Preloads the chat's code when the user is about to open it. */
  preload: () => void;
  chat: ReactNode;
}

/** The chat widget of a page. Its code is loaded on the first request, to keep the page small. */
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
