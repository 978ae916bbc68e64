import type { LogEntry } from '@/mocks/control';
import { Badge } from '@/ui/feedback/badge';
import { cx } from '@/ui/cx';
import { Json } from '../parts/json';
import { Method } from '../scenarios/method';

const deciders: Record<LogEntry['decidedBy'], string> = {
  rule: 'its rules',
  header: 'the X-Mock-Scenario header',
  magic: 'a magic address',
  override: 'an override',
  chaos: 'chaos',
  contract: 'the contract: the request does not fit it',
  auth: 'the missing or expired sign-in',
  policy: 'nobody: there is no such call',
  defect: 'a defect of the mock backend',
};

const toneOf = ({ status }: LogEntry) =>
  status === null || status >= 500 ? 'error' : status >= 400 ? 'warning' : 'success';

/** One request in a line; opened, everything about it. */
export function RequestItem({ entry }: { entry: LogEntry }) {
  const { operation, branch, status, duration, decidedBy, violation, signedIn, at } = entry;
  return (
    <li>
      <details className={cx('rounded-control border bg-surface', violation ? 'border-red' : 'border-line')}>
        <summary className="flex cursor-pointer items-center gap-2 px-3 py-2">
          <Method operation={operation} />
          <span className="flex max-w-3/5 flex-wrap items-center justify-end gap-2">
            {violation ? <Badge tone="error">outside the contract</Badge> : null}
            {branch === 'ok' ? null : <Badge tone="neutral">{branch}</Badge>}
            <Badge tone={toneOf(entry)}>{status ?? 'no answer'}</Badge>
            <span className="w-14 text-end text-caption text-ink-2 tabular-nums">{duration} ms</span>
          </span>
        </summary>
        <div className="grid grid-cols-1 gap-2 border-t border-line px-3 py-3 text-sm">
          <p className="text-ink-2">
            <time dateTime={at}>{new Date(at).toLocaleTimeString()}</time>. Decided by {deciders[decidedBy]}.
            Token: {signedIn ? 'sent, hidden here' : 'none'}.
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
      </details>
    </li>
  );
}
