import { isBlankRow, sentInDraft } from '@/domain/patient-rows';
import {
  type FormDrafts,
  formDraftsOf,
  type GridRowDraft,
  type KeptInvitation,
  type OrderRecord,
  type SentRow,
} from '@/domain/storage-keys';
import { groupedCount } from '@/lib/grouped-count';
import { readStored, writeStored } from '@/lib/storage';
import type { UnansweredRows } from '@/machines/save-patients.machine';
import type { UnsavedDraft } from '@/machines/session.machine';
import { type StoredDraft, unsavedList } from './drafts';
import { dashboardToast } from './store';

/* The drafts as the browser stores them: a session may end before their screens are loaded, as after a reload. */

// Ours: free to reword.
const strings = {
  rows: (count: number) =>
    count === 1 ? 'Your unsaved row is back.' : `Your ${groupedCount(count)} unsaved rows are back.`,
  forms: (count: number) =>
    count === 1
      ? 'Your unsaved changes in a form are back.'
      : `Your unsaved changes in ${count} forms are back.`,
} as const;

/**
 * Returns those of the grid's rows that are not blank.
 *
 * @param sent rows that were sent without a response and may not be stored yet
 */
export function unsavedRows(
  all: readonly GridRowDraft[],
  sent: readonly SentRow[],
): UnsavedDraft<UnansweredRows> | null {
  const rows = all.filter((row) => !isBlankRow(row));
  if (rows.length === 0) return null;
  const ids = new Set(sent.map(({ row }) => row.id));
  const stored = readStored('patientGridSent').filter(({ row }) => !ids.has(row.id));
  return { value: { rows, unanswered: sentInDraft([...sent, ...stored], rows) }, count: rows.length };
}

const rows: StoredDraft<UnansweredRows> = {
  // Not the earlier rows: another tab may have saved some since.
  read: () => unsavedRows(readStored('patientGrid').rows, []),
  restore(earlier) {
    const { rows: stored, stamps } = readStored('patientGrid');
    const ids = new Set(stored.map(({ id }) => id));
    const missing = earlier.rows.filter(({ id }) => !ids.has(id));
    if (missing.length === 0) return;
    writeStored('patientGrid', { rows: [...missing, ...stored], stamps });
    const sent = earlier.unanswered.filter(({ row }) => !ids.has(row.id));
    if (sent.length > 0) writeStored('patientGridSent', [...readStored('patientGridSent'), ...sent]);
    dashboardToast(strings.rows(missing.length), { tone: 'info' });
  },
};

/** Forms read their drafts once, when they are rendered. */
const forms: StoredDraft<FormDrafts> = {
  read(account, earlier) {
    // The earlier ones, too: another tab may have ended the session during a login, which removed this tab's.
    const value = { ...earlier, ...formDraftsOf(readStored('formDrafts'), account) };
    const count = Object.keys(value).length;
    return count === 0 ? null : { value, count };
  },
  restore(earlier) {
    const stored = readStored('formDrafts');
    const missing = Object.keys(earlier).filter((key) => !(key in stored));
    if (missing.length === 0) return;
    writeStored('formDrafts', { ...earlier, ...stored });
    dashboardToast(strings.forms(missing.length), { tone: 'info' });
  },
};

/** Invitations without a response, so that none is sent twice by mistake. */
const invitations: StoredDraft<readonly KeptInvitation[]> = {
  read: () => unsavedList(readStored('unansweredInvitations')),
  restore(earlier) {
    const stored = readStored('unansweredInvitations');
    const ids = new Set(stored.map(({ invitation }) => invitation.patientId));
    const missing = earlier.filter(({ invitation }) => !ids.has(invitation.patientId));
    if (missing.length > 0) writeStored('unansweredInvitations', [...stored, ...missing]);
  },
};

/** What became of the orders of this visit, so that no patient is ordered for again by mistake. */
const orderRecords: StoredDraft<readonly OrderRecord[]> = {
  read: (_, earlier) => unsavedList([...(earlier ?? []), ...readStored('orderRecords')]),
};

export const storedDrafts = { rows, forms, invitations, orderRecords };
