import { ShieldCheck } from 'lucide-react';
import { createContext, type ReactNode, type Ref, useContext, useMemo, useRef, useState } from 'react';
import type { Patient, PatientId } from '@/contract';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/field';
import type { AuthorizeActor, useAuthorize } from './authorize';
import { fixed, type HiddenBy, strings } from './strings';

/** What the checkboxes of the patient table need. */
interface PatientSelection {
  readonly authorize: AuthorizeActor;
  /** `toRange`: all rows from the last toggled one to this one follow it (Shift). */
  readonly toggle: (id: PatientId, toRange: boolean) => void;
}

/** The same during the table's life: each checkbox selects its own state, so that a click renders it and not the table. */
export const PatientSelectionContext = createContext<PatientSelection | null>(null);

/** Returns the selection of the surrounding table; throws an Error outside of one. */
export function useSelection(): PatientSelection {
  const selection = useContext(PatientSelectionContext);
  if (selection === null) throw new Error('Patient checkboxes need a surrounding selection.');
  return selection;
}

/**
 * Returns the ids between two rows, both included, in the order shown.
 *
 * @returns null if one of them is not shown
 */
function idsBetween(
  rows: readonly Patient[],
  one: PatientId | null,
  other: PatientId,
): readonly PatientId[] | null {
  const from = rows.findIndex(({ patient_id }) => patient_id === one);
  const to = rows.findIndex(({ patient_id }) => patient_id === other);
  if (from < 0 || to < 0) return null;
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ patient_id }) => patient_id);
}

/** The selection for the table's context, and the ref that receives the table's rows in the order shown. */
export function usePatientSelection({ actor, send }: ReturnType<typeof useAuthorize>) {
  const rowsRef = useRef<readonly Patient[]>(null);
  const lastToggled = useRef<PatientId | null>(null);
  const selection = useMemo(
    (): PatientSelection => ({
      authorize: actor,
      toggle: (id, toRange) => {
        const ids = toRange ? idsBetween(rowsRef.current ?? [], lastToggled.current, id) : null;
        lastToggled.current = id;
        const { selected } = actor.getSnapshot().context;
        send(ids === null ? { type: 'TOGGLE', id } : { type: 'SET_MANY', ids, checked: !selected.has(id) });
      },
    }),
    [actor, send],
  );
  return { selection, rowsRef };
}

interface VisibleSelection {
  /** How many of the visible rows are selected. */
  readonly visibleSelected: 'none' | 'some' | 'all';
  /** The selected patients whom search and filter hide. */
  readonly hidden: readonly PatientId[];
}

/** Compares the selection with the rows shown (§Notes: select-all acts on those). */
export function useVisibleSelection(
  selected: ReadonlySet<PatientId>,
  visiblePatients: readonly Patient[],
): VisibleSelection {
  return useMemo(() => {
    if (selected.size === 0) return { visibleSelected: 'none', hidden: [] };
    const selectedIds = new Set<PatientId>();
    for (const { patient_id } of visiblePatients) if (selected.has(patient_id)) selectedIds.add(patient_id);
    const all = visiblePatients.length > 0 && selectedIds.size === visiblePatients.length;
    return {
      visibleSelected: all ? 'all' : selectedIds.size > 0 ? 'some' : 'none',
      hidden: [...selected].filter((id) => !selectedIds.has(id)),
    };
  }, [selected, visiblePatients]);
}

interface SelectionBarProps extends VisibleSelection {
  /** Undefined while there is no list. */
  selectedCount: number | undefined;
  /** How many rows search and filter show. */
  visibleCount: number;
  hiddenBy: HiddenBy;
  busy: boolean;
  onSelectVisible: (checked: boolean) => void;
  /** Buttons for the selected patients, beside each other. */
  children: ReactNode;
}

/** Select-all, the number selected and what to do with them. It stays in view while the patients scroll. */
export function SelectionBar({
  visibleSelected,
  hidden,
  selectedCount,
  visibleCount,
  hiddenBy,
  busy,
  onSelectVisible,
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
        checked={visibleSelected === 'all'}
        indeterminate={visibleSelected === 'some'}
        disabled={busy || visibleCount === 0}
        onChange={() => onSelectVisible(visibleSelected !== 'all')}
      />
      <p role="status" className="flex-1 text-sm text-ink-2 tabular-nums">
        {selectedCount === undefined
          ? null
          : `${strings.picker.selectedCount(selectedCount)}${hidden.length > 0 ? strings.picker.hiddenCount(hidden.length, hiddenBy) : ''}`}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:pb-2 max-sm:[&>*]:flex-1">{children}</div>
    </div>
  );
}

interface AuthenticateButtonProps {
  ref: Ref<HTMLButtonElement>;
  selectedCount: number;
  hidden: readonly PatientId[];
  hiddenBy: HiddenBy;
  disabled: boolean;
  /** False once all selected patients are authorized: then kits are ordered for them. */
  isMain: boolean;
  busy: boolean;
  onDeselect: (ids: readonly PatientId[]) => void;
  onAuthenticate: () => void;
}

/** The question whether to authenticate hidden patients, too. */
interface Question {
  readonly count: number;
  readonly hidden: readonly PatientId[];
  readonly stage: 'asking' | 'confirmed' | 'cancelled';
}

/** Authenticates the selected patients; asks first if search or filter hide some of them. */
export function AuthenticateButton({
  ref,
  selectedCount,
  hidden,
  hiddenBy,
  disabled,
  isMain,
  busy,
  onDeselect,
  onAuthenticate,
}: AuthenticateButtonProps) {
  // Stays after the answer, so that the numbers don't change while the dialog closes.
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
        ref={ref}
        variant={isMain ? 'primary' : 'secondary'}
        size="sm"
        className="min-h-10"
        disabled={disabled}
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
                  label: strings.picker.authenticateVisible(question.count - question.hidden.length),
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
