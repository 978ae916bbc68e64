import type { ImportResult } from '@/contract/import-result';
import { groupedCount } from '@/shared/grouped-count';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';

type PreviewNoticesProps = {
  readonly result: ImportResult;
  readonly onRetryKits?: (() => void) | undefined;
};

/** What concerns the file as a whole: a missing kit list, a cut list, headers that do not match. */
export function PreviewNotices({ result, onRetryKits }: PreviewNoticesProps) {
  const { truncated, totalRows, rows, headerWarnings, kitsNotLookedUp } = result;
  return (
    <>
      {kitsNotLookedUp ? (
        <Notice
          tone="error"
          title="The kit list could not be loaded."
          action={
            onRetryKits ? (
              <Button variant="secondary" size="sm" onClick={onRetryKits}>
                Retry
              </Button>
            ) : null
          }
        >
          The kit types in this file cannot be looked up without it, so the rows cannot be added yet.
        </Notice>
      ) : null}
      {truncated ? (
        <Notice
          tone="warning"
          title={`Only the first ${groupedCount(rows.length)} of ${groupedCount(totalRows)} rows`}
        >
          A file may have up to {groupedCount(rows.length)} rows. Put the other rows into a file of their own.
        </Notice>
      ) : null}
      {headerWarnings.length > 0 ? (
        <Notice tone="warning" title="The headers do not match the sample file">
          <ul className="list-disc ps-5">
            {headerWarnings.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  );
}
