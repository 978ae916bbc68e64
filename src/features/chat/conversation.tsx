import { useLayoutEffect, useRef } from 'react';
import type { ChatMessage } from '@/machines/chat.machine';
import { Bubble, TypingBubble } from './bubble';
import { ProviderQuestion } from './provider-question';
import { strings } from './strings';

interface ConversationProps {
  open: boolean;
  messages: readonly ChatMessage[];
  /** Texts on their way. They join the conversation together with their answer. */
  waiting: readonly string[];
  choosesTopic: boolean;
  onProvider: () => void;
}

/** The lines of the chat, the newest in view. */
export function Conversation({ open, messages, waiting, choosesTopic, onProvider }: ConversationProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = messages.length + waiting.length;
  useLayoutEffect(() => {
    const box = scroller.current;
    if (open && lines > 0 && box !== null) box.scrollTop = box.scrollHeight;
  }, [open, lines]);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4">
      <div role="log" aria-label={strings.lines.log} className="grid gap-2.5">
        <ProviderQuestion choosesTopic={choosesTopic} onProvider={onProvider} />
        {/* Lines are only ever added at the end, so a line's place is its identity. */}
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
