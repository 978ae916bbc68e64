import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import * as strings from '@/features/chat/chat-launcher-strings';
import { report } from '@/shared/report';
import { toast } from '@/shared/ui/toast';
import type { ChatProps } from './chat';

const loadChat = async () => (await import('./chat-with-store')).ChatWithStore;

interface ChatLauncher {
  /** Opens the chat, or brings the focus back to it; `opener` gets the focus again when it closes. */
  open: (opener: HTMLElement) => void;
  /** Fetches the chat's code ahead, when somebody is about to open it. */
  prefetch: () => void;
  chat: ReactNode;
}

/** The chat widget of a page. Its code comes with the first wish to open it, so that the page itself stays light. */
export function useChatLauncher(): ChatLauncher {
  const [Chat, setChat] = useState<ComponentType<ChatProps> | null>(null);
  const [requests, setRequests] = useState(0);
  const opener = useRef<HTMLElement>(null);
  return {
    open: (element) => {
      opener.current = element;
      setRequests((count) => count + 1);
      // A page without its chat is still a page; the next press tries again.
      loadChat().then(
        (loaded) => setChat(() => loaded),
        (error: unknown) => {
          report('the chat could not be loaded', { error: String(error) });
          toast(strings.notLoaded, { tone: 'error' });
        },
      );
    },
    prefetch: () => void loadChat().catch(() => undefined),
    chat: Chat && <Chat requests={requests} onClosed={(options) => opener.current?.focus(options)} />,
  };
}
