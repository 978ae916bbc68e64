import { useState } from 'react';
import { Button } from '@/shared/ui/button';

/** Copies a text. Says so, also where the browser refuses. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [outcome, setOutcome] = useState<'Copied' | 'Could not copy' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
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
