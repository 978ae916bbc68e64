import { useState } from 'react';
import { Button } from '@/ui/form/button';

interface ConfirmButtonProps {
  label: string;
  /** Asked before it happens: what would be lost. */
  question: string;
  onConfirm: () => void;
  busy?: boolean;
}

/** A button that asks once, in place: a dialog would lie below the control room. */
export function ConfirmButton({ label, question, onConfirm, busy = false }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking || busy) {
    return (
      <Button variant="secondary" size="sm" busy={busy} onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <fieldset className="flex flex-wrap items-center gap-2" aria-label={label}>
      <span role="status" className="text-sm">
        {question}
      </span>
      <Button
        variant="danger"
        size="sm"
        // The button that was pressed is gone: whoever uses the keyboard goes on here.
        ref={(button) => button?.focus()}
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        Yes, {label.toLowerCase()}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => setAsking(false)}>
        No
      </Button>
    </fieldset>
  );
}
