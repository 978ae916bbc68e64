import { useEffect, useRef, useState } from 'react';
import { idleLimits } from '@/contract';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { useIdle } from './use-idle';

interface IdleWarningProps {
  onLogout: () => void;
  /** Nobody answered. */
  onTimedOut: () => void;
}

/** Asks whoever has done nothing for 15 minutes whether they are still there; a patient list is nothing to leave open. */
export function IdleWarning({ onLogout, onTimedOut }: IdleWarningProps) {
  const { warned, stay } = useIdle(onTimedOut);
  const answer = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={warned}
      onOpenChange={stay}
      title="Are you still there?"
      size="sm"
      initialFocus={answer}
      footer={
        <>
          <Button variant="secondary" onClick={onLogout}>
            Logout
          </Button>
          <Button ref={answer} onClick={stay}>
            Stay logged in
          </Button>
        </>
      }
    >
      <Countdown />
    </Dialog>
  );
}

/** Screen readers hear how long there is when the dialog opens; the number that runs down is for eyes only. */
function Countdown() {
  const all = idleLimits.stayWithin / 1000;
  const [left, setLeft] = useState(all);
  useEffect(() => {
    const start = Date.now();
    const timer = setInterval(
      () => setLeft(Math.max(0, all - Math.floor((Date.now() - start) / 1000))),
      1000,
    );
    return () => clearInterval(timer);
  }, [all]);
  return (
    <>
      <p>
        Nothing has happened for a while. To keep health data private, you will be logged out in {all}{' '}
        seconds.
      </p>
      <p aria-hidden="true" className="mt-4 font-display text-h2 tabular-nums">
        {left} s
      </p>
    </>
  );
}
