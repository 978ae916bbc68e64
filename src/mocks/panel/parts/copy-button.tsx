import { useState } from 'react';
import { Button } from '@/ui/form/button';

interface CopyButtonProps {
  label: string;
  /** The text, or what makes it when the button is pressed. */
  text: string | (() => string);
}

/** Copies a text. Says so, also where the browser refuses. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'Copied' | 'Could not copy' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setOutcome('Copied');
    } catch {
      setOutcome('Could not copy');
    }
  };
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="text-caption text-ink-2">
        {outcome}
      </span>
    </>
  );
}
