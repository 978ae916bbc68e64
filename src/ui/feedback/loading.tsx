import { CircleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { PetalMark } from '@/ui/art/logo';
import { cx } from '@/ui/cx';
import { RetryButton, Spinner } from '@/ui/form/button';
import * as strings from '@/ui/strings';
import { ErrorFrame, type ErrorFrameProps } from './error-boundary';

/** A grey placeholder bar. Set its width with a class, such as `w-32`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block h-4 animate-shimmer rounded-sm bg-line', className)} />
  );
}

/** The loading text of §2, exactly "Loading...", beside a spinner. */
export function Loading({ className }: { className?: string }) {
  return (
    <div
      role="status"
      className={cx('flex min-h-40 items-center justify-center gap-3 text-ink-2', className)}
    >
      <Spinner className="text-plum" />
      <span>{strings.loading}</span>
    </div>
  );
}

interface PendingProps {
  /** The result of a query hook. */
  reading: { readonly isError: boolean; refetch(): void };
  /** The message if loading failed. */
  problem: string;
}

/** Shown until a query has data: a loading text, or an error with a retry button. */
export function Pending({ reading: { isError, refetch }, problem }: PendingProps) {
  return isError ? <ErrorState title={problem} onRetry={refetch} /> : <Loading />;
}

interface ErrorStateProps extends Omit<ErrorFrameProps, 'action' | 'icon'> {
  onRetry?: (() => void) | undefined;
}

/** Shown instead of content that failed to load, with a retry button. */
export function ErrorState({ onRetry, ...rest }: ErrorStateProps) {
  return (
    <ErrorFrame
      {...rest}
      icon={<CircleAlert aria-hidden="true" className="size-10 text-red" strokeWidth={1.5} />}
      action={onRetry && <RetryButton onRetry={onRetry} />}
    />
  );
}

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode | undefined;
  action?: ReactElement | null | undefined;
  className?: string | undefined;
}

/** Shown instead of an empty list, so that "none" is not mistaken for "not loaded"; may offer an action. */
export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      <PetalMark className="size-14 text-plum opacity-70" />
      <p className="text-lg font-semibold">{title}</p>
      {children ? <div className="max-w-md text-ink-2">{children}</div> : null}
      {action}
    </div>
  );
}
