import { createContext, useContext, useMemo, useRef } from 'react';
import type { Patient, PatientId } from '@/contract';

/** What the checkboxes of the patient table need. */
interface PatientSelection {
  readonly selected: ReadonlySet<PatientId>;
  readonly locked: boolean;
  /** `toRange`: all rows from the last toggled one to this one follow it (Shift). */
  readonly toggle: (id: PatientId, toRange: boolean) => void;
}

/** Passes the selection to the rows' checkboxes, so that a click rerenders them and not the whole table. */
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

/** The events of the authorize machine that change the selection. */
type SelectionEvent =
  | { readonly type: 'TOGGLE'; readonly id: PatientId }
  | { readonly type: 'SET_MANY'; readonly ids: readonly PatientId[]; readonly checked: boolean };

interface SelectionOptions extends Pick<PatientSelection, 'selected' | 'locked'> {
  /** Must be stable. */
  readonly send: (event: SelectionEvent) => void;
}

/** The selection for the table's context, and the ref that receives the table's rows in the order shown. */
export function usePatientSelection({ selected, locked, send }: SelectionOptions) {
  const shownRows = useRef<readonly Patient[]>(null);
  const lastToggled = useRef<PatientId | null>(null);
  const selection = useMemo(
    (): PatientSelection => ({
      selected,
      locked,
      toggle: (id, toRange) => {
        const ids = toRange ? idsBetween(shownRows.current ?? [], lastToggled.current, id) : null;
        lastToggled.current = id;
        if (ids === null) send({ type: 'TOGGLE', id });
        else send({ type: 'SET_MANY', ids, checked: !selected.has(id) });
      },
    }),
    [selected, locked, send],
  );
  return { selection, shownRows };
}

/** What hides patients of the list. */
export interface HiddenBy {
  readonly search: boolean;
  readonly filter: boolean;
}

export interface ShownSelection {
  /** How many of the rows shown are selected. */
  readonly shown: 'none' | 'some' | 'all';
  /** The selected patients that search and filter hide. */
  readonly hidden: readonly PatientId[];
}

/** Compares the selection with the rows shown (SPEC-NOTES: select-all acts on those). */
export function useShownSelection(
  selected: ReadonlySet<PatientId>,
  shownPatients: readonly Patient[],
): ShownSelection {
  return useMemo(() => {
    if (selected.size === 0) return { shown: 'none', hidden: [] };
    const shownIds = new Set<PatientId>();
    for (const { patient_id } of shownPatients) if (selected.has(patient_id)) shownIds.add(patient_id);
    const all = shownPatients.length > 0 && shownIds.size === shownPatients.length;
    return {
      shown: all ? 'all' : shownIds.size > 0 ? 'some' : 'none',
      hidden: [...selected].filter((id) => !shownIds.has(id)),
    };
  }, [selected, shownPatients]);
}
