import { ArrowUp } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { getApp } from '@/app/app';
import { AppProvider } from '@/app/app-provider';
import { operationActor } from '@/app/operation-actor';
import type { Store } from '@/app/store';
import { useFlow } from '@/app/use-flow';
import { isBlank } from '@/contract';
import { type ChatMessage, chatMachine } from '@/machines/chat.machine';
import { cx } from '@/ui/cx';
import { Button } from '@/ui/form/button';
import { services } from '@/ui/site/site-links';
import { ChatWindow } from './chat-window';
import { fixed, strings } from './strings';

interface BubbleProps {
  from: 'user' | 'bot';
  /** Waiting for its response. */
  pending?: boolean;
  children: string;
}

const bot = 'justify-self-start rounded-es-sm bg-sunken text-ink dark:bg-surface';
const user = 'justify-self-end rounded-ee-sm bg-plum text-on-plum';

/**
 * A word that fills many lines takes seconds to lay out with kerning and ligatures, because each line break shapes the
 * rest of it again.
 */
const endlessWord = /\S{400}/;
const unkerned = '[font-kerning:none] [font-variant-ligatures:none]';

/** One line of the conversation. */
function Bubble({ from, pending = false, children }: BubbleProps) {
  return (
    <p
      className={cx(
        'max-w-[85%] rounded-card px-3.5 py-2 text-sm wrap-anywhere whitespace-pre-wrap',
        from === 'bot' ? bot : user,
        pending && 'opacity-75',
        endlessWord.test(children) && unkerned,
      )}
    >
      <span className="sr-only">{strings.lines[from]}</span>
      <span>{children}</span>
    </p>
  );
}

/** Three dots while waiting for the response. */
function TypingBubble() {
  return (
    <div aria-hidden="true" className={cx('flex gap-1 rounded-card px-3.5 py-3.5', bot)}>
      {['0ms', '200ms', '400ms'].map((delay) => (
        <span
          key={delay}
          style={{ animationDelay: delay }}
          className="size-1.5 animate-shimmer rounded-full bg-ink-3"
        />
      ))}
    </div>
  );
}

interface ProviderQuestionProps {
  choosesTopic: boolean;
  onProvider: () => void;
}

/** The start of every chat (§4): the question with its one button, then the topics. */
function ProviderQuestion({ choosesTopic, onProvider }: ProviderQuestionProps) {
  return (
    <>
      <Bubble from="bot">{fixed.question.question}</Bubble>
      {choosesTopic ? (
        <>
          <Bubble from="user">{fixed.question.provider}</Bubble>
          <Bubble from="bot">{fixed.question.topics}</Bubble>
          <Topics />
        </>
      ) : (
        <Button size="sm" className="justify-self-start rounded-full px-4" onClick={onProvider}>
          {fixed.question.provider}
        </Button>
      )}
    </>
  );
}

function Topics() {
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  // The pressed button was removed, and the focus with it.
  useLayoutEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={list} className="flex flex-wrap gap-2">
      {services.map((service) => (
        <Button
          key={service}
          variant="secondary"
          size="sm"
          className="rounded-full"
          onClick={() => navigate('/info')}
        >
          {service}
        </Button>
      ))}
    </div>
  );
}

interface ConversationProps {
  open: boolean;
  messages: readonly ChatMessage[];
  /** Texts without a response yet. They are added to the conversation together with it. */
  waiting: readonly string[];
  choosesTopic: boolean;
  onProvider: () => void;
}

/** Keeps the end of a scrolling box in view when the box is resized. Returns its scroll handler. */
function useStayAtEnd(scroller: RefObject<HTMLDivElement | null>): () => void {
  const isAtEnd = useRef(false);
  const size = useRef('');
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const observer = new ResizeObserver(() => {
      size.current = sizeOf(box);
      if (isAtEnd.current) box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);
  return () => {
    const box = scroller.current;
    // The browser also scrolls while it resizes the box, before the observer is called.
    if (box === null || sizeOf(box) !== size.current) return;
    // With zoom, positions are fractions of a pixel.
    isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 2;
  };
}

const sizeOf = ({ clientWidth, clientHeight }: Element) => `${clientWidth}×${clientHeight}`;

/** The lines of the chat, scrolled to the newest one. */
export function Conversation({ open, messages, waiting, choosesTopic, onProvider }: ConversationProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = messages.length + waiting.length;
  const onScroll = useStayAtEnd(scroller);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (open && lines > 0 && box !== null) box.scrollTop = box.scrollHeight;
  }, [open, lines]);
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4"
    >
      <div role="log" aria-label={strings.lines.log} className="grid gap-2.5">
        <ProviderQuestion choosesTopic={choosesTopic} onProvider={onProvider} />
        {/* Lines are only appended, so the index is a stable key. */}
        {[...messages.entries()].map(([place, { type, text }]) => (
          <Bubble key={place} from={type}>
            {text}
          </Bubble>
        ))}
      </div>
      {waiting.length > 0 ? (
        <div className="mt-2.5 grid gap-2.5">
          {[...waiting.entries()].map(([place, text]) => (
            <Bubble key={messages.length + place} from="user" pending>
              {text}
            </Bubble>
          ))}
          <TypingBubble />
        </div>
      ) : null}
    </div>
  );
}

/** The chat machine, connected to the chat host. A failed call is only logged, like all calls. */
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

/** The message input (§5 "Chat input"). */
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

/** The chat widget (§2, §4). It stays mounted while it is closed, to keep the conversation. */
export function Chat({ requests, onClosed }: ChatProps) {
  const [snapshot, send] = useFlow('chat', connect);
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const open = snapshot.hasTag('open');
  const { messages, waiting, lastLost } = snapshot.context;

  useEffect(() => {
    if (requests > 0) send({ type: 'OPEN' });
  }, [requests, send]);
  useLayoutEffect(() => {
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
