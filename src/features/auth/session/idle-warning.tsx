import { useEffect, useRef, useState } from 'react';
import { idleLimits } from '@/contract';
import { appClock } from '@/shared/clock';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { fixed, strings } from './strings';
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
      title={strings.idle.title}
      size="sm"
      initialFocus={answer}
      footer={
        <>
          <Button variant="secondary" onClick={onLogout}>
            {fixed.idle.logout}
          </Button>
          <Button ref={answer} onClick={stay}>
            {strings.idle.stay}
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
      <p>{strings.idle.endsIn(all)}</p>
      <p aria-hidden="true" className="mt-4 font-display text-h2 tabular-nums">
        {strings.idle.countdown(left)}
      </p>
    </>
  );
}
