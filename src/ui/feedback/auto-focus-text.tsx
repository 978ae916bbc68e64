import { type ReactNode, useEffect, useRef } from 'react';

interface AutoFocusTextProps {
  className?: string | undefined;
  children: ReactNode;
}

/** A text that takes the focus on mount, because the button that led to it is gone. */
export function AutoFocusText({ className, children }: AutoFocusTextProps) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <p ref={element} tabIndex={-1} className={className}>
      {children}
    </p>
  );
}
