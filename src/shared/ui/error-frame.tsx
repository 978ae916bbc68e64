import type { ReactNode } from 'react';
import { buttonClass } from '@/shared/ui/button-class';
import { cx } from '@/shared/ui/cx';
import * as strings from '@/shared/ui/strings';

export interface ErrorFrameProps {
  icon?: ReactNode | undefined;
  title: ReactNode;
  children?: ReactNode | undefined;
  /** A button below the words. */
  action?: ReactNode | undefined;
  className?: string | undefined;
}

/** Says that something failed, and leaves room for a way on. */
export function ErrorFrame({ icon, title, children, action, className }: ErrorFrameProps) {
  return (
    <div role="alert" className={cx('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      {icon}
      <p className="text-lg font-semibold">{title}</p>
      {children ? <div className="max-w-md text-ink-2">{children}</div> : null}
      {action}
    </div>
  );
}

interface BrokenPageProps extends Omit<ErrorFrameProps, 'action'> {
  onRetry: () => void;
}

/** The same for a whole page. It comes with the entry, so its button is a plain one. */
export function BrokenPage({ onRetry, ...rest }: BrokenPageProps) {
  const action = (
    <button type="button" className={buttonClass({ variant: 'secondary' })} onClick={onRetry}>
      {strings.retry}
    </button>
  );
  return <ErrorFrame {...rest} action={action} />;
}
