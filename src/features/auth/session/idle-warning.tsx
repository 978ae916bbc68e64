import { useEffect, useRef, useState } from 'react';
import { idleLimits } from '@/contract';
import { appClock } from '@/shared/clock';
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
  const { warned, endsAt, stay } = useIdle(onTimedOut);
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
      <Countdown endsAt={endsAt} />
    </Dialog>
  );
}

/** Never negative nor more than there is, wherever the clock jumps. */
function secondsUntil(time: number): number {
  const left = Math.min(Math.max(time - appClock.now(), 0), idleLimits.stayWithin);
  return Math.ceil(left / 1000);
}

/** Screen readers hear how long there is when the dialog opens; the number that runs down is for eyes only. */
function Countdown({ endsAt }: { endsAt: number }) {
  const [left, setLeft] = useState(() => secondsUntil(endsAt));
  // What is read out stays as it was when the question came.
  const [all] = useState(left);
  useEffect(() => {
    const show = () => setLeft(secondsUntil(endsAt));
    const timer = setInterval(show, 1000);
    const stopFollowing = appClock.subscribe(show);
    return () => {
      clearInterval(timer);
      stopFollowing();
    };
  }, [endsAt]);
  return (
    <>
      <p>
        Nothing has happened for a while. To keep health data private, you will be logged out in {all}{' '}
        {all === 1 ? 'second' : 'seconds'}.
      </p>
      <p aria-hidden="true" className="mt-4 font-display text-h2 tabular-nums">
        {left} s
      </p>
    </>
  );
}
