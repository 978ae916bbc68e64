import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { services } from '@/lib/site/site-links';
import type { ChatMessage } from '@/machines/chat.machine';
import { cx } from '@/ui/cx';
import { Button } from '@/ui/form/button';
import { fixed, strings } from './strings';

interface BubbleProps {
  from: 'user' | 'bot';
  /** Waiting for its response. */
  pending?: boolean;
  children: ReactNode;
}

const bot = 'justify-self-start rounded-es-sm bg-sunken text-ink dark:bg-surface';
const user = 'justify-self-end rounded-ee-sm bg-plum text-on-plum';

/** One line of the conversation. */
function Bubble({ from, pending = false, children }: BubbleProps) {
  return (
    <p
      className={cx(
        'max-w-[85%] rounded-card px-3.5 py-2 text-sm wrap-anywhere whitespace-pre-wrap',
        from === 'bot' ? bot : user,
        pending && 'opacity-75',
      )}
    >
      <span className="sr-only">{strings.lines[from]}</span>
      {children}
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

/** The start of every chat (SPEC §4): the question with its one button, then the topics. */
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
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
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
