import { useState } from 'react';
import { Button } from '@/ui/form/button';
import { EmptyState } from '@/ui/feedback/empty-state';
import { SearchInput } from '@/ui/form/search-input';
import type { PanelContext } from '../panel-context';
import { useLive } from '../use-live';
import { RequestItem } from './request-item';

const MOST_SHOWN = 100;

/** What was asked and what was answered, newest first. */
export function RequestsTab({ context: { control, onLogChange } }: { context: PanelContext }) {
  const entries = useLive(control.log.list, onLogChange);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = entries
    .filter(({ operation, branch }) => `${operation} ${branch}`.toLowerCase().includes(wanted))
    .reverse();
  if (entries.length === 0) {
    return <EmptyState title="No requests yet">Every call of the product appears here.</EmptyState>;
  }
  const broken = entries.filter(({ violation }) => violation !== null).length;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label="Search requests"
          value={search}
          onValueChange={setSearch}
          className="min-w-48 flex-1"
        />
        <Button variant="secondary" size="sm" onClick={control.log.clear}>
          Clear
        </Button>
      </div>
      <p role="status" className="text-caption text-ink-2">
        {found.length} {found.length === 1 ? 'request' : 'requests'},{' '}
        {broken === 0 ? 'all within the contract' : `${broken} outside the contract`}
      </p>
      <ol aria-label="Requests, newest first" className="grid grid-cols-1 gap-1.5">
        {found.slice(0, MOST_SHOWN).map((entry) => (
          <RequestItem key={entry.id} entry={entry} />
        ))}
      </ol>
    </div>
  );
}
