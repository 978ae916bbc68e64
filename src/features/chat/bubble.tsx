import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { strings } from './strings';

interface BubbleProps {
  from: 'user' | 'bot';
  /** Still on its way. */
  pending?: boolean;
  children: ReactNode;
}

const bot = 'justify-self-start rounded-es-sm bg-sunken text-ink dark:bg-surface';
const user = 'justify-self-end rounded-ee-sm bg-plum text-on-plum';

/** One line of the conversation. */
export function Bubble({ from, pending = false, children }: BubbleProps) {
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

/** Three dots while the answer is on its way. */
export function TypingBubble() {
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
