import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { useNewPatients } from '@/app/new-patients';
import { failureMessage } from '@/contract';
import { offerDownload } from '@/lib/offer-download';
import { Notice, Problem, RetryNotice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { topDialog } from '@/ui/layout/focus';
import { strings } from '../strings';
import { useGridNotes } from './grid-draft';
import type { OpenGrid } from './grid-session';
import { useGridValue } from './grid-store';

interface GridNoticesProps {
  grid: OpenGrid;
  /** Counts the presses of Save All: each one announces its result, also if it is the same. */
  tries: number;
  onShowSkipped: () => void;
  onRetry: () => void;
  onCheck: () => void;
  /** Called when a notice is about to go, with the button that was pressed. */
  onDiscard: () => void;
  /** Set while rows wait for the kit list, null otherwise. */
  waitingKits: { readonly loading: boolean; readonly onRetry: () => void } | null;
}

/** Notices about the last Save All and about the draft. */
export function GridNotices({
  grid,
  tries,
  onShowSkipped,
  onRetry,
  onCheck,
  onDiscard,
  waitingKits,
}: GridNoticesProps) {
  const { lastWrite } = useGridNotes(grid.draft);
  const notices = useRef<HTMLDivElement>(null);
  const busy = useSelector(grid.saving, (snapshot) => snapshot.hasTag('busy'));
  const wasBusy = useRef(busy);
  useEffect(() => {
    const hasEnded = wasBusy.current && !busy;
    wasBusy.current = busy;
    const { failure } = grid.saving.getSnapshot().context;
    // On a phone, Save All stays in view far from what it leads to.
    if (!hasEnded || (failure === null && !matchMedia('(width < 48rem)').matches)) return;
    // The grid has its new height in the next frame.
    requestAnimationFrame(() => {
      if (topDialog() === undefined) notices.current?.scrollIntoView({ block: 'nearest' });
    });
  }, [busy, grid.saving]);
  return (
    <div ref={notices} className="flex flex-col gap-3 empty:hidden">
      <SaveNotices key={tries} grid={grid} onRetry={onRetry} onCheck={onCheck} />
      <NewPatientsNotice />
      <SkippedNotice grid={grid} onShowSkipped={onShowSkipped} onDiscard={onDiscard} />
      {waitingKits === null ? null : (
        <Notice
          tone="warning"
          action={
            <Action busy={waitingKits.loading} onPress={waitingKits.onRetry}>
              {strings.notices.loadKits}
            </Action>
          }
        >
          {strings.notices.kitsWait}
        </Notice>
      )}
      {lastWrite === 'written' ? null : <Notice tone="warning">{strings.notKept[lastWrite]}</Notice>}
      <UnreadNotice grid={grid} onDiscard={onDiscard} />
    </div>
  );
}

interface ActionProps {
  onPress: () => void;
  busy?: boolean;
  children: string;
}

function Action({ onPress, busy = false, children }: ActionProps) {
  return (
    <Button passesFocusOn variant="secondary" size="sm" className="self-start" busy={busy} onClick={onPress}>
      {children}
    </Button>
  );
}

/** The outcome of the last Save All. */
function SaveNotices({
  grid: { saving },
  onRetry,
  onCheck,
}: Pick<GridNoticesProps, 'grid' | 'onRetry' | 'onCheck'>) {
  const { validationError, failure, result } = useSelector(saving, ({ context }) => context);
  const busy = useSelector(saving, (snapshot) => snapshot.hasTag('busy'));
  const unknown = useSelector(saving, (snapshot) => snapshot.hasTag('outcome-unknown'));
  useFailuresInPlace(['addPatients']);
  const failed = failureMessage(failure);
  if (busy) return <Problem>{validationError}</Problem>;
  const { saved = 0, missing = 0, unclear = 0 } = result ?? {};
  return (
    <>
      <Problem>{validationError}</Problem>
      {unknown ? (
        <Problem
          also={strings.outcome.unknown}
          action={<Action onPress={onCheck}>{strings.outcome.checkAgain}</Action>}
        >
          {failed}
        </Problem>
      ) : failed !== null || missing > 0 ? (
        <RetryNotice onRetry={onRetry}>
          {failed === null ? null : <p>{failed}</p>}
          {missing > 0 ? <p>{strings.outcome.missing(saved, missing)}</p> : null}
          <p className="text-ink-2">{strings.notices.nothingLost}</p>
        </RetryNotice>
      ) : saved > 0 ? (
        <Notice tone="success">{strings.outcome.saved}</Notice>
      ) : null}
      {unclear === 0 ? null : <Notice tone="warning">{strings.outcome.unclear(unclear)}</Notice>}
    </>
  );
}

/** Leads to the patients of the last Save All, until they are authorized. */
function NewPatientsNotice() {
  const { newPatients, added } = useNewPatients();
  if (added === null) return null;
  return (
    <Notice action={<Action onPress={newPatients.authenticate}>{strings.notices.authenticate}</Action>}>
      {strings.notices.notAuthenticated(added.count)}
    </Notice>
  );
}

/** The rows that the last Save All skipped, as long as they are incomplete. */
function SkippedNotice({
  grid: { draft, saving },
  onShowSkipped,
  onDiscard,
}: Pick<GridNoticesProps, 'grid' | 'onShowSkipped' | 'onDiscard'>) {
  const { store } = draft;
  const skipped = useSelector(saving, ({ context }) => context.skipped);
  const busy = useSelector(saving, (snapshot) => snapshot.hasTag('busy'));
  const count = useGridValue(store, (rows) => rows.incompleteOf(skipped).length);
  if (count === 0 || busy) return null;
  const discard = () => {
    onDiscard();
    const gone = new Set(store.incompleteOf(skipped));
    store.change((rows) => rows.filter(({ id }) => !gone.has(id)));
  };
  return (
    <Notice
      tone="warning"
      action={
        <div className="flex flex-wrap gap-2 self-start">
          <Action onPress={onShowSkipped}>{strings.notices.restore}</Action>
          <Action onPress={discard}>{strings.notices.discard}</Action>
        </div>
      }
    >
      {strings.notices.skipped(count)}
    </Notice>
  );
}

/** Rows stored by another release, which this one can't show. */
function UnreadNotice({ grid: { draft }, onDiscard }: Pick<GridNoticesProps, 'grid' | 'onDiscard'>) {
  const { unread } = useGridNotes(draft);
  if (unread.length === 0) return null;
  const discard = () => {
    onDiscard();
    draft.note({ unread: [] });
  };
  const download = () => {
    const file = new Blob([unread.join('\n')], { type: 'application/json' });
    offerDownload(file, strings.unread.fileName);
    discard();
  };
  return (
    <Notice
      tone="warning"
      action={
        <div className="flex flex-wrap gap-2 self-start">
          <Action onPress={download}>{strings.unread.download}</Action>
          <Action onPress={discard}>{strings.notices.discard}</Action>
        </div>
      }
    >
      {strings.unread.notice}
    </Notice>
  );
}
