/** The error of a cell whose formula has no stored result. */
export const cellWithoutResult = '#NO-RESULT';

/** A file with more columns than this is not a patient list: the others are not offered. It may claim a billion. */
export const maxColumns = 60;

/** Cells of one column, merged over several rows. Numbers count from 0. */
interface MergedCells {
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

/** What a sheet says about its rows and columns beside their cells. Numbers count from 0. */
export interface SheetFacts {
  readonly hiddenRows: Set<number>;
  readonly hiddenColumns: Set<number>;
  readonly merges: readonly MergedCells[];
  /** Remembers cells that are merged over several rows; others don't matter. */
  addMerge(column: number, first: number, last: number): void;
}

/** A list of households has fewer. */
const maxMerges = 20_000;

export function newSheetFacts(): SheetFacts {
  const merges: MergedCells[] = [];
  return {
    hiddenRows: new Set(),
    hiddenColumns: new Set(),
    merges,
    addMerge(column, first, last) {
      if (last > first && merges.length < maxMerges) merges.push({ column, first, last });
    },
  };
}
