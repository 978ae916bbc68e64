import { RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/ui/form/button';
import { useFocusHeadingOnRemoval } from '@/ui/layout/use-focus-heading-on';
import * as strings from '@/ui/strings';

interface RetryButtonProps {
  size?: 'sm' | undefined;
  className?: string | undefined;
  onRetry: () => void;
}

/** Loads a part of a section again. It disappears when it is pressed, so the focus moves to the section's heading. */
export function RetryButton({ size, className, onRetry }: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeadingOnRemoval(button);
  return (
    <Button
      ref={button}
      variant="secondary"
      size={size}
      icon={size === 'sm' ? undefined : <RotateCw aria-hidden="true" className="size-4" />}
      className={className}
      onClick={onRetry}
    >
      {strings.retry}
    </Button>
  );
}
