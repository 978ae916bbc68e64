import { ArrowUp } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { isBlank } from '@/contract';
import { getApp } from '@/features/api/app';
import { AppProvider } from '@/features/api/app-provider';
import { operationActor } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow } from '@/features/api/use-flow';
import { chatMachine } from '@/machines/chat.machine';
import { ChatWindow } from './chat-window';
import { Conversation } from './conversation';
import { strings } from './strings';

/** The chat machine, connected to the chat host. A failed call is only logged, like all calls. */
function useChat() {
  const [snapshot, send] = useFlow('chat', connect);
  return { snapshot, send };
}

const connect = (store: Store) =>
  chatMachine.provide({
    actors: { sendMessage: operationActor(store, 'sendChatMessage', (body) => ({ body })) },
  });

interface ComposerProps {
  onSend: (text: string) => void;
  /** The last text whose call failed; ArrowUp in the empty input restores it. */
  lastLost: string | null;
  ref: Ref<HTMLInputElement>;
}

/** The message input (SPEC §5 "Chat input"). */
function Composer({ onSend, lastLost, ref }: ComposerProps) {
  const [text, setText] = useState('');
  const id = useId();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBlank(text)) return;
    onSend(text);
    setText('');
  };
  const recall = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' || text !== '' || lastLost === null) return;
    event.preventDefault();
    setText(lastLost);
  };
  return (
    <form onSubmit={send} className="grid shrink-0 border-t border-line p-3 *:[grid-area:1/1]">
      <label htmlFor={id} className="sr-only">
        {strings.composer.label}
      </label>
      <input
        ref={ref}
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={recall}
        placeholder={strings.composer.placeholder}
        autoComplete="off"
        enterKeyHint="send"
        className="control rounded-full ps-4 pe-13"
      />
      <button
        type="submit"
        aria-label={strings.composer.send}
        // Keeps the focus in the input, and on phones the keyboard open.
        onMouseDown={(event) => event.preventDefault()}
        className="me-1 grid size-9 place-items-center self-center justify-self-end rounded-full bg-plum text-on-plum hover:bg-plum-strong"
      >
        <ArrowUp aria-hidden="true" className="size-5" />
      </button>
    </form>
  );
}

export interface ChatProps {
  /** How often the chat was requested; each new request opens or focuses it. */
  requests: number;
  /** The window was closed: restore the focus. */
  onClosed: (options: FocusOptions) => void;
}

/** On a touch screen, focusing the input would open the keyboard, which hides half of the window. */
const prefersTouch = () => window.matchMedia('(pointer: coarse)').matches;

/** The chat widget (SPEC §2, §4). It stays mounted while it is closed, to keep the conversation. */
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

/** The marketing pages make no calls, so what calls need is loaded with the chat. */
export function ChatWithStore(props: ChatProps) {
  return (
    <AppProvider app={getApp()}>
      <Chat {...props} />
    </AppProvider>
  );
}
