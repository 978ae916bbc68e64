import { useEffect, useRef } from 'react';
import { ChatWindow } from './chat-window';
import { Composer } from './composer';
import { Conversation } from './conversation';
import { useChat } from './use-chat';

export interface ChatProps {
  /** How often the chat was asked for; each new wish opens it, or brings the focus back to it. */
  requests: number;
  /** The window has closed: the place to give the focus back. */
  onClosed: (options: FocusOptions) => void;
}

/** On a touch screen the focus would call the keyboard, which hides half of the window. */
const prefersTouch = () => window.matchMedia('(pointer: coarse)').matches;

/** The chat widget (SPEC §2, §4). It stays mounted while it is closed, and so keeps the conversation. */
export function Chat({ requests, onClosed }: ChatProps) {
  const { snapshot, send } = useChat();
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const open = snapshot.hasTag('open');
  const { messages, waiting, lastLost } = snapshot.context;

  useEffect(() => {
    if (requests > 0) send({ type: 'OPEN' });
  }, [requests, send]);
  useEffect(() => {
    if (open && requests > 0) (prefersTouch() ? frame : input).current?.focus();
  }, [open, requests]);

  const close = (options: FocusOptions) => {
    send({ type: 'CLOSE' });
    onClosed(options);
  };
  return (
    <ChatWindow ref={frame} open={open} onClose={close}>
      <Conversation
        open={open}
        messages={messages}
        waiting={waiting}
        choosesTopic={snapshot.hasTag('topics')}
        onProvider={() => send({ type: 'PROVIDER' })}
      />
      <Composer ref={input} lastLost={lastLost} onSend={(text) => send({ type: 'SEND', text })} />
    </ChatWindow>
  );
}
