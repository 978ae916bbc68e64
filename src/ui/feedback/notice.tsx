import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import {
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { cx } from '@/ui/cx';
import { RetryButton } from '@/ui/form/button';
import type { Tone } from './toast';

const look = {
  info: { box: 'border-teal/30 bg-teal-soft', icon: 'text-teal', Icon: Info },
  success: { box: 'border-green/30 bg-green-soft', icon: 'text-green', Icon: CircleCheck },
  warning: { box: 'border-amber/30 bg-amber-soft', icon: 'text-amber', Icon: TriangleAlert },
  error: { box: 'border-red/30 bg-red-soft', icon: 'text-red', Icon: CircleAlert },
};

interface NoticeProps {
  ref?: Ref<HTMLDivElement> | undefined;
  tone?: Tone | undefined;
  title?: ReactNode | undefined;
  action?: ReactElement | null | undefined;
  /** The text is announced otherwise. */
  isQuiet?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode | undefined;
}

/** A message within the page. Errors interrupt a screen reader, others wait for a pause. */
export function Notice({
  ref,
  tone = 'info',
  title,
  action,
  isQuiet = false,
  className,
  children,
}: NoticeProps) {
  const { box, icon, Icon } = look[tone];
  const role = tone === 'error' ? 'alert' : 'status';
  return (
    <div ref={ref} role={isQuiet ? undefined : role} className={cx('notice', box, className)}>
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', icon)} />
      <div className="min-w-0 flex-[1_1_12rem]">
        {title ? <p className="font-semibold">{title}</p> : null}
        <div className="contents">{children}</div>
      </div>
      {action}
    </div>
  );
}

interface ProblemProps {
  /** Why it failed; null if there is nothing to show. */
  children: string | null;
  /** A second line, such as a warning that the action may have succeeded anyway; shown even if there is no failure. */
  also?: string | null | undefined;
  action?: ReactElement | null | undefined;
  className?: string | undefined;
}

/** Scrolls a message into view when its text changes, unless that is blank: the pressed button may be far from it. */
export function useMessageInView(text: string): RefObject<HTMLDivElement | null> {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== '') message.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return message;
}

/** Shows inline why the last attempt failed. */
export function Problem({ children, also, action, className }: ProblemProps) {
  const notice = useMessageInView(`${children ?? ''}${also ?? ''}`);
  if (children === null && !also) return null;
  return (
    <Notice ref={notice} tone={children === null ? 'warning' : 'error'} className={className} action={action}>
      {children === null ? null : <p>{children}</p>}
      {also ? <p className="not-first:mt-1">{also}</p> : null}
    </Notice>
  );
}

interface RetryNoticeProps extends Omit<NoticeProps, 'tone' | 'action'> {
  /** Omit to hide the button. */
  onRetry: (() => void) | undefined;
  retrying?: boolean | undefined;
}

/** Shows inline that loading or saving failed, with a retry button. */
export function RetryNotice({ onRetry, retrying = false, ...rest }: RetryNoticeProps) {
  const action = onRetry && (
    <RetryButton size="sm" busy={retrying} className="self-start" onRetry={onRetry} />
  );
  return <Notice {...rest} tone="error" action={action} />;
}

interface AutoFocusTextProps {
  className?: string | undefined;
  children: ReactNode;
}

/** A text that takes the focus on mount, because the button that led to it is gone. */
export function AutoFocusText({ className, children }: AutoFocusTextProps) {
  const element = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => element.current?.focus(), []);
  return (
    <p ref={element} tabIndex={-1} className={className}>
      {children}
    </p>
  );
}
