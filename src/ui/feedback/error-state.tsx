import { CircleAlert } from 'lucide-react';
import { ErrorFrame, type ErrorFrameProps } from './error-boundary';
import { RetryButton } from './retry-button';

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
