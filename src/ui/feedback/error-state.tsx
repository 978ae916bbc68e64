import { CircleAlert, RotateCw } from 'lucide-react';
import { Button } from '@/ui/form/button';
import * as strings from '@/ui/strings';
import { ErrorFrame, type ErrorFrameProps } from './error-boundary';

interface ErrorStateProps extends Omit<ErrorFrameProps, 'action' | 'icon'> {
  onRetry?: (() => void) | undefined;
}

/** Shown instead of content that failed to load, with a retry button. */
export function ErrorState({ onRetry, ...rest }: ErrorStateProps) {
  const action = onRetry && (
    <Button variant="secondary" icon={<RotateCw aria-hidden="true" className="size-4" />} onClick={onRetry}>
      {strings.retry}
    </Button>
  );
  return (
    <ErrorFrame
      {...rest}
      icon={<CircleAlert aria-hidden="true" className="size-10 text-red" strokeWidth={1.5} />}
      action={action}
    />
  );
}
