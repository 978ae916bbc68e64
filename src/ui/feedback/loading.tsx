import { cx } from '@/ui/cx';
import * as strings from '@/ui/strings';
import { ErrorState } from './error-state';
import { Spinner } from './spinner';

/** The loading text of SPEC §2, exactly "Loading...". */
export function Loading({ className }: { className?: string }) {
  return (
    <div
      role="status"
      className={cx('flex min-h-40 items-center justify-center gap-3 text-ink-2', className)}
    >
      <Spinner className="text-plum" />
      <span>{strings.loading}</span>
    </div>
  );
}

interface PendingProps {
  /** The result of a query hook. */
  reading: { readonly isError: boolean; readonly isFetching: boolean; refetch(): void };
  /** The message if loading failed. */
  problem: string;
}

/** Shown until a query has data: a loading text, or an error with a retry button. */
export function Pending({ reading: { isError, isFetching, refetch }, problem }: PendingProps) {
  return isError && !isFetching ? <ErrorState title={problem} onRetry={refetch} /> : <Loading />;
}
