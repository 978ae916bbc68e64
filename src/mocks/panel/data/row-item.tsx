import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { MockControl } from '@/mocks/control';
import { cx } from '@/ui/cx';
import { RowEditor } from './row-editor';
import { type DataRow, summaryOf } from './rows';

interface RowItemProps {
  table: string;
  id: string;
  row: DataRow;
  control: MockControl;
}

const secretKeys = new Set(['sessions', 'resets', 'confirmations']);
/** Tokens open somebody's account: enough of one to tell it from another. */
const shownId = (table: string, id: string) => (secretKeys.has(table) ? `${id.slice(0, 8)}…` : id);

/** A row in one line, and its editor once it is opened. */
export function RowItem({ table, id, row, control }: RowItemProps) {
  const [isOpen, setOpen] = useState(false);
  const name = shownId(table, String(id));
  return (
    <li className="rounded-control border border-line bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-10 w-full items-center gap-2 rounded-control px-3 py-1.5 text-start text-sm hover:bg-plum-soft"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight
          aria-hidden="true"
          className={cx('size-4 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
        />
        <strong className="shrink-0 tabular-nums">{name}</strong>
        <span className="min-w-0 truncate text-ink-2">{summaryOf(row)}</span>
      </button>
      {isOpen ? (
        <div className="px-3 pb-3">
          <RowEditor
            label={`Row ${name}`}
            row={row}
            onSave={(change) => control.db.patch(table, id, change)}
            onRemove={() => control.db.remove(table, id)}
            onClose={() => setOpen(false)}
          />
        </div>
      ) : null}
    </li>
  );
}
