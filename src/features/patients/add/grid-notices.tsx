import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { wordsForFailure } from '@/contract';
import type { WriteResult } from '@/shared/storage';
import { Button } from '@/shared/ui/button';
import { Notice, Problem, RetryNotice } from '@/shared/ui/notice';
import type { GridSession } from './grid-session';
import { strings } from './strings';

interface GridNoticesProps {
  session: GridSession;
  kept: WriteResult;
  onRetry: () => void;
  /** Rows wait for the kit list; null while none does. */
  waitingKits: { readonly loading: boolean; readonly onRetry: () => void } | null;
}

/** What the user should know about the last Save All and about the draft, in place. */
export function GridNotices({ session, kept, onRetry, waitingKits }: GridNoticesProps) {
  const { refusal, failure } = useSelector(session.saving, ({ context }) => context);
  const busy = useSelector(session.saving, (snapshot) => snapshot.hasTag('busy'));
  const skipped = useSyncExternalStore(session.skipped.subscribe, session.skipped.current);
  const failed = wordsForFailure(failure);
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      <Problem>{refusal}</Problem>
      {failed === null || busy ? null : (
        <RetryNotice onRetry={onRetry}>
          <p>{failed}</p>
          <p className="text-ink-2">{strings.notices.nothingLost}</p>
        </RetryNotice>
      )}
      {skipped.length === 0 ? null : (
        <Notice
          tone="warning"
          action={
            <Button
              variant="secondary"
              size="sm"
              className="self-start"
              disabled={busy}
              onClick={() => session.restoreSkipped()}
            >
              {strings.notices.putBack}
            </Button>
          }
        >
          {strings.notices.skipped(skipped.length)}
        </Notice>
      )}
      {waitingKits === null ? null : (
        <Notice
          tone="warning"
          action={
            <Button
              variant="secondary"
              size="sm"
              className="self-start"
              busy={waitingKits.loading}
              onClick={waitingKits.onRetry}
            >
              {strings.notices.loadKits}
            </Button>
          }
        >
          {strings.notices.kitsWait}
        </Notice>
      )}
      {kept === 'written' ? null : <Notice tone="warning">{strings.notKept[kept]}</Notice>}
    </div>
  );
}
