import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/shared/ui/button';
import { cx } from '@/shared/ui/cx';

interface ErrorStateProps {
  title: ReactNode;
  children?: ReactNode | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  className?: string | undefined;
}

/** Stands where content failed to arrive, and offers to fetch it again. */
export function ErrorState({ title, children, onRetry, retrying = false, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cx('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      <CircleAlert aria-hidden="true" className="size-10 text-red" strokeWidth={1.5} />
      <p className="text-lg font-semibold">{title}</p>
      {children ? <div className="max-w-md text-ink-2">{children}</div> : null}
      {onRetry ? (
        <Button
          variant="secondary"
          busy={retrying}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={onRetry}
        >
          Retry
        </Button>
      ) : null}
    </div>
  );
}
