import type { LogEntry } from '@kitwell/mock-engine/control';
import { useState } from 'react';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/feedback/loading';
import { Badge } from '@/ui/feedback/status';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/field';
import { SearchInput } from '@/ui/form/search-input';
import { describeArrival } from '../override-form';
import { type PanelContext, useLive } from '../panel-context';
import { Json, Method } from '../parts';

const deciders: Record<LogEntry['decidedBy'], string> = {
  rule: 'its rules',
  header: 'the X-Mock-Scenario header',
  magic: 'a magic address',
  override: 'an override',
  chaos: 'chaos',
  contract: 'the contract: the request does not fit it',
  auth: 'the missing or expired sign-in',
  policy: 'the mock: there is no such call',
  defect: 'a defect of the mock backend',
};

const toneOf = ({ status }: LogEntry) =>
  status === null || status >= 500 ? 'error' : status >= 400 ? 'warning' : 'success';

const isFailed = ({ status, violation }: LogEntry) => status === null || status >= 400 || violation !== null;

/** One request as a line that expands to its details. */
function RequestItem({ entry }: { entry: LogEntry }) {
  const [isOpen, setOpen] = useState(false);
  const { operation, branch, status, duration, decidedBy, violation, signedIn, at, arrival } = entry;
  return (
    <li>
      <details
        className={cx('rounded-control border bg-surface', violation ? 'border-red' : 'border-line')}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="flex cursor-pointer items-center gap-2 px-3 py-2">
          <Method operation={operation} />
          <span className="flex max-w-3/5 flex-wrap items-center justify-end gap-2">
            {violation ? <Badge tone="error">outside the contract</Badge> : null}
            {arrival ? <Badge tone="warning">body {describeArrival(arrival)}</Badge> : null}
            {branch === 'ok' ? null : <Badge tone="neutral">{branch}</Badge>}
            <Badge tone={toneOf(entry)}>{status ?? 'no answer'}</Badge>
            <span className="w-14 text-end text-caption text-ink-2 tabular-nums">{duration} ms</span>
          </span>
        </summary>
        {isOpen ? (
          <div className="grid grid-cols-1 gap-2 border-t border-line px-3 py-3 text-sm">
            <p className="text-ink-2">
              <time dateTime={at}>{new Date(at).toLocaleTimeString()}</time>. Decided by {deciders[decidedBy]}
              . Token: {signedIn ? 'sent, hidden here' : 'none'}.
            </p>
            <p>
              {violation ? (
                <strong className="text-red">
                  The {violation.side} breaks the contract: {violation.details}
                </strong>
              ) : (
                'Request and response fit the contract, or the branch breaks it on purpose.'
              )}
            </p>
            <h3 className="font-semibold">Request</h3>
            <Json label="Request" value={entry.request} />
            <h3 className="font-semibold">Response</h3>
            <Json label="Response" value={entry.response} />
          </div>
        ) : null}
      </details>
    </li>
  );
}

const MOST_SHOWN = 100;

/** Requests and responses, newest first. */
export function RequestsTab({ context }: { context: PanelContext }) {
  const { control, onLogChange } = context;
  const entries = useLive(control.log.list, onLogChange);
  const [search, setSearch] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(false);
  const query = search.trim().toLowerCase();
  const matches = entries
    .filter(
      (entry) =>
        (!onlyFailed || isFailed(entry)) &&
        `${entry.operation} ${entry.branch} ${entry.status ?? ''}`.toLowerCase().includes(query),
    )
    .reverse();
  if (entries.length === 0) {
    return <EmptyState title="No requests yet">Every call of the product appears here.</EmptyState>;
  }
  const broken = entries.filter(({ violation }) => violation !== null).length;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SearchInput
          label="Search requests"
          value={search}
          onValueChange={setSearch}
          className="min-w-36 flex-1"
        />
        <Checkbox
          label="Failed only"
          checked={onlyFailed}
          onChange={(event) => setOnlyFailed(event.target.checked)}
        />
        <Button variant="secondary" size="sm" onClick={control.log.clear}>
          Clear
        </Button>
      </div>
      <p role="status" className="text-caption text-ink-2">
        {matches.length} {matches.length === 1 ? 'request' : 'requests'},{' '}
        {broken === 0 ? 'all within the contract' : `${broken} outside the contract`}
      </p>
      <ol aria-label="Requests, newest first" className="grid grid-cols-1 gap-1.5">
        {matches.slice(0, MOST_SHOWN).map((entry) => (
          <RequestItem key={entry.id} entry={entry} />
        ))}
      </ol>
    </div>
  );
}
