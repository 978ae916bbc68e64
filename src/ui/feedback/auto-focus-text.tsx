import { type ReactNode, useEffect, useRef } from 'react';

interface AutoFocusTextProps {
  className?: string | undefined;
  children: ReactNode;
}

/** Words that take the focus as they appear: the button that led to them is gone, so it has no place to stay. */
export function AutoFocusText({ className, children }: AutoFocusTextProps) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <p ref={words} tabIndex={-1} className={className}>
      {children}
    </p>
  );
}
