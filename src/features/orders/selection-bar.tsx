import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PatientId } from '@/contract';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/field';
import type { HiddenBy, ShownSelection } from './patient-selection';
import { fixed, strings } from './strings';

interface SelectionBarProps extends ShownSelection {
  selectedCount: number;
  /** How many rows search and filter show. */
  shownCount: number;
  hiddenBy: HiddenBy;
  busy: boolean;
  onSelectShown: (checked: boolean) => void;
  /** Buttons for the selected patients, beside each other. */
  children: ReactNode;
}

/** Select-all, the number selected and what to do with them. It stays in view while the patients scroll. */
export function SelectionBar({
  shown,
  hidden,
  selectedCount,
  shownCount,
  hiddenBy,
  busy,
  onSelectShown,
  children,
}: SelectionBarProps) {
  return (
    <div
      data-print="hidden"
      className="top-16 z-20 flex flex-wrap items-center gap-x-4 border-b border-line bg-canvas tall:sticky"
    >
      <Checkbox
        label={strings.picker.selectAll}
        className="px-1"
        checked={shown === 'all'}
        indeterminate={shown === 'some'}
        disabled={busy || shownCount === 0}
        onChange={() => onSelectShown(shown !== 'all')}
      />
      <p role="status" className="flex-1 text-sm text-ink-2 tabular-nums">
        {strings.picker.selectedCount(selectedCount)}
        {hidden.length > 0 ? strings.picker.hiddenCount(hidden.length, hiddenBy) : ''}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:pb-2 max-sm:[&>*]:flex-1">{children}</div>
    </div>
  );
}

interface AuthenticateButtonProps {
  selectedCount: number;
  hidden: readonly PatientId[];
  hiddenBy: HiddenBy;
  busy: boolean;
  onDeselect: (ids: readonly PatientId[]) => void;
  onAuthenticate: () => void;
}

/** The question whether hidden patients are to be authenticated, too. */
interface Question {
  readonly count: number;
  readonly hidden: readonly PatientId[];
  readonly stage: 'asking' | 'confirmed' | 'cancelled';
}

/** Authenticates the selected patients; asks first if search or filter hide some of them. */
export function AuthenticateButton({
  selectedCount,
  hidden,
  hiddenBy,
  busy,
  onDeselect,
  onAuthenticate,
}: AuthenticateButtonProps) {
  // Kept after it is answered, so that its numbers stay while the dialog closes.
  const [question, setQuestion] = useState<Question | null>(null);
  const isAsking = question?.stage === 'asking';
  const press = () => {
    setQuestion(hidden.length > 0 ? { count: selectedCount, hidden, stage: 'asking' } : null);
    if (hidden.length === 0) onAuthenticate();
  };
  const answer = (stage: Question['stage']) => setQuestion((last) => last && { ...last, stage });
  const confirm = () => {
    // The second press of a double click may come while the dialog is closing.
    if (!isAsking) return;
    answer('confirmed');
    onAuthenticate();
  };
  return (
    <>
      <Button
        size="sm"
        className="min-h-10"
        busy={busy}
        busyLabel={fixed.picker.authenticating}
        icon={<ShieldCheck aria-hidden="true" className="size-4.5" />}
        onClick={press}
      >
        {fixed.picker.authenticate}
      </Button>
      {question === null ? null : (
        <ConfirmDialog
          // Open until the call has ended: only then can the focus return to the button.
          open={isAsking || (question.stage === 'confirmed' && busy)}
          onOpenChange={() => answer('cancelled')}
          title={strings.picker.authenticateTitle(question.count)}
          description={strings.picker.authenticateHidden(question.hidden.length, question.count, hiddenBy)}
          confirmLabel={strings.picker.authenticateAll(question.count)}
          onConfirm={confirm}
          alternative={
            question.hidden.length < question.count
              ? {
                  label: strings.picker.authenticateShown(question.count - question.hidden.length),
                  onSelect: () => {
                    if (isAsking) onDeselect(question.hidden);
                    confirm();
                  },
                }
              : undefined
          }
          busy={busy}
        />
      )}
    </>
  );
}
