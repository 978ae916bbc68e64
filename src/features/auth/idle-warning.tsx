import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { AccountActor } from '@/app/app';
import { idleLimits } from '@/contract';
import { appClock } from '@/lib/clock';
import { writeStored } from '@/lib/storage';
import { endsAt } from '@/machines/idle.machine';
import { Dialog } from '@/ui/dialog/dialog';
import { Button } from '@/ui/form/button';
import { fixed, strings } from './strings';

interface IdleWarningProps {
  account: AccountActor;
  onLogout: () => void;
}

/** Warns a user who was inactive for 15 minutes: a patient list must not stay open unattended. */
export function IdleWarning({ account, onLogout }: IdleWarningProps) {
  const idle = useSelector(account, ({ children }) => children.idle);
  const warned = useSelector(idle, (snapshot) => snapshot?.hasTag('warning') === true);
  const stay = () => {
    const at = appClock.now();
    idle?.send({ type: 'STAY', at });
    writeStored('lastActive', at);
  };
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
          <Button
            variant="secondary"
            onClick={() => {
              // The logout may ask about unsaved work first, which this dialog would cover.
              stay();
              onLogout();
            }}
          >
            {fixed.idle.logout}
          </Button>
          <Button ref={answer} onClick={stay}>
            {strings.idle.stay}
          </Button>
        </>
      }
    >
      <Countdown idle={idle} />
    </Dialog>
  );
}

/** Limited to the valid range, because the clock may jump. */
function secondsUntil(time: number): number {
  const left = Math.min(Math.max(time - appClock.now(), 0), idleLimits.stayWithin);
  return Math.ceil(left / 1000);
}

/** The timer is the only number. Screen readers read it where it is, and do not announce its changes. */
function Countdown({ idle }: { idle: SnapshotFrom<AccountActor>['children']['idle'] }) {
  // Not in the dialog, which is always there: it would render at each press.
  const end = useSelector(idle, (snapshot) => (snapshot === undefined ? 0 : endsAt(snapshot.context)));
  const [left, setLeft] = useState(() => secondsUntil(end));
  useEffect(() => {
    const show = () => setLeft(secondsUntil(end));
    const timer = setInterval(show, 1000);
    const stopFollowing = appClock.subscribe(show);
    return () => {
      clearInterval(timer);
      stopFollowing();
    };
  }, [end]);
  return (
    <>
      <p>{strings.idle.ends}</p>
      <p role="timer" aria-live="off" className="mt-4 font-display text-h2 tabular-nums">
        {strings.idle.countdown(left)}
      </p>
    </>
  );
}
