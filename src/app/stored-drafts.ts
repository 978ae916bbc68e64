import {
  blankGrid,
  type FormDrafts,
  formDraftsOf,
  type OrderRecord,
  type StoredGrid,
  type StoredInvitation,
} from '@/domain/storage-keys';
import { readStored, writeStored } from '@/lib/storage';
import { type StoredDraft, unsavedList } from './drafts';
import { dashboardToast } from './store';
import { takeStoredGrid } from './stored-grid';

/* The drafts as the browser stores them: a session may end before their screens are loaded, as after a reload. */

// Ours: free to reword.
const strings = {
  forms: (count: number) =>
    count === 1
      ? 'Your unsaved changes in a form are back.'
      : `Your unsaved changes in ${count} forms are back.`,
} as const;

/** The rows wait for Add Patients to be opened, which adds them to those that were stored since. */
const rows: StoredDraft<Promise<StoredGrid>> = {
  read(account, earlier) {
    const count = readStored('unsavedRows')?.count ?? 0;
    if (count === 0) return earlier;
    const waiting = earlier?.value ?? Promise.resolve(blankGrid);
    return { value: takeStoredGrid(account, waiting), count: count + (earlier?.count ?? 0) };
  },
};

/** Forms read their drafts once, when they are rendered. */
const forms: StoredDraft<FormDrafts> = {
  read(account, earlier) {
    // The earlier ones, too: another tab may have ended the session during a login, which removed this tab's.
    const value = { ...earlier?.value, ...formDraftsOf(readStored('formDrafts'), account) };
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
const invitations: StoredDraft<readonly StoredInvitation[]> = {
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
  read: (_, earlier) => unsavedList([...(earlier?.value ?? []), ...readStored('orderRecords')]),
};

export const storedDrafts = { rows, forms, invitations, orderRecords };
