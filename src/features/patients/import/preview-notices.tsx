import type { ImportResult } from '@/contract/import-result';
import { Notice, RetryNotice } from '@/ui/feedback/notice';
import * as strings from './strings';

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
        <RetryNotice title={strings.kitsNotLoaded} onRetry={onRetryKits}>
          {strings.kitsNeeded}
        </RetryNotice>
      ) : null}
      {truncated ? (
        <Notice tone="warning" title={strings.cutOff(rows.length, totalRows)}>
          {strings.cutOffHint(rows.length)}
        </Notice>
      ) : null}
      {headerWarnings.length > 0 ? (
        <Notice tone="warning" title={strings.headersDiffer}>
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
