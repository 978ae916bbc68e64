import type { UnsavedCounts } from '@/app/drafts';
import { groupedCount } from '@/lib/grouped-count';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { strings } from './strings';

// Ours: free to reword.
const texts = {
  rows: (count: number) =>
    count === 1 ? '1 new patient is not saved.' : `${groupedCount(count)} new patients are not saved.`,
  orders: (count: number) =>
    count === 1
      ? 'An order for 1 patient is not finished.'
      : `Orders for ${groupedCount(count)} patients are not finished.`,
  forms: (count: number) =>
    count === 1 ? 'Changes in a form are not saved.' : `Changes in ${count} forms are not saved.`,
  consequence: 'If you log out, this is lost.',
  confirm: 'Log out',
} as const;

interface LogoutQuestionProps {
  /** What a logout discards; null while nothing is asked. */
  unsaved: UnsavedCounts | null;
  onCancel: () => void;
  onLogout: () => void;
}

/** Asks before a logout clears what the user has typed or started (§4). */
export function LogoutQuestion({ unsaved, onCancel, onLogout }: LogoutQuestionProps) {
  const { rows = 0, orders = 0, forms = 0 } = unsaved ?? {};
  return (
    <ConfirmDialog
      open={unsaved !== null}
      onOpenChange={onCancel}
      title={strings.logoutUnsaved}
      description={[
        ...(rows > 0 ? [texts.rows(rows)] : []),
        ...(orders > 0 ? [texts.orders(orders)] : []),
        ...(forms > 0 ? [texts.forms(forms)] : []),
        texts.consequence,
      ].join(' ')}
      confirmLabel={texts.confirm}
      onConfirm={onLogout}
    />
  );
}
