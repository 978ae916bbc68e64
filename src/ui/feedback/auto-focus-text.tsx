import { type ReactNode, useEffect, useRef } from 'react';

interface AutoFocusTextProps {
  className?: string | undefined;
  children: ReactNode;
}

/** A text that takes the focus on mount, because the button that led to it is gone. */
export function AutoFocusText({ className, children }: AutoFocusTextProps) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <p ref={words} tabIndex={-1} className={className}>
      {children}
    </p>
  );
}
