import type { ImportedRow, ImportedValues, ImportIssue, ImportKits } from '@/contract/patient-import';
import * as strings from './strings';

type KitLookup = { readonly kitId: ImportedValues['kitId']; readonly issue?: ImportIssue };

const kitText = /^kit\s+([1-9]\d*)$/i;

/**
 * Looks up the kit that text such as "kit 2" names by its position in the kit list (SPEC §5 "Spreadsheet import").
 * Blank text names no kit; any other text without a kit is marked.
 */
export function lookUpKit(text: string, kits: ImportKits): KitLookup {
  if (text === '') return { kitId: null };
  const mark = (message: string, level: ImportIssue['level']): KitLookup => ({
    kitId: null,
    issue: { column: 'kitType', message, level },
  });
  if (kits === 'unavailable') return mark(strings.kitNotLookedUp, 'error');
  const position = kitText.exec(text)?.[1];
  if (position === undefined) return mark(strings.notAKit, 'warning');
  const kit = kits[Number(position) - 1];
  if (kit) return { kitId: kit.id };
  return mark(strings.noSuchKit(text, kits.length), 'warning');
}

/** Looks up the kits of rows again, with a kit list that arrived after the file was read. */
export function withKits(rows: readonly ImportedRow[], kits: ImportKits): ImportedRow[] {
  return rows.map((row) => {
    const { kitId, issue } = lookUpKit(row.values.kitType, kits);
    const others = row.issues.filter(({ column }) => column !== 'kitType');
    return { ...row, values: { ...row.values, kitId }, issues: issue ? [...others, issue] : others };
  });
}
