import { createContext, useContext, useMemo } from 'react';
import type { Patient, PatientId } from '@/contract';

/** What the checkboxes of the patient table need. */
interface PatientSelection {
  readonly selected: ReadonlySet<PatientId>;
  readonly locked: boolean;
  readonly toggle: (id: PatientId) => void;
}

/** Passes the selection to the rows' checkboxes, so that a click rerenders them and not the whole table. */
export const PatientSelectionContext = createContext<PatientSelection | null>(null);

/** Returns the selection of the surrounding table; throws an Error outside of one. */
export function useSelection(): PatientSelection {
  const selection = useContext(PatientSelectionContext);
  if (selection === null) throw new Error('The boxes of the patient table stand inside a selection.');
  return selection;
}

export interface ShownSelection {
  /** How many of the rows that match the search are selected. */
  readonly shown: 'none' | 'some' | 'all';
  /** How many selected patients the search hides. */
  readonly hiddenCount: number;
}

/** Compares the selection with the rows that match the search (SPEC-NOTES: select-all acts on those). */
export function useShownSelection(
  selected: ReadonlySet<PatientId>,
  shownPatients: readonly Patient[],
): ShownSelection {
  return useMemo(() => {
    if (selected.size === 0) return { shown: 'none', hiddenCount: 0 };
    const count = shownPatients.filter(({ patient_id }) => selected.has(patient_id)).length;
    const all = shownPatients.length > 0 && count === shownPatients.length;
    return { shown: all ? 'all' : count > 0 ? 'some' : 'none', hiddenCount: selected.size - count };
  }, [selected, shownPatients]);
}
