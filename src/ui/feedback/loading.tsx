import { cx } from '@/ui/cx';
import { ErrorState } from '@/ui/feedback/error-state';
import { Spinner } from '@/ui/feedback/spinner';
import * as strings from '@/ui/strings';

/** The words of SPEC §2 while something is on its way: exactly "Loading...". */
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
  /** What is read, as a query hook gives it. */
  reading: { readonly isError: boolean; readonly isFetching: boolean; refetch(): void };
  /** What is said where it could not be loaded. */
  problem: string;
}

/** Stands in place of what is read from the server until it is there, and offers to ask anew where that failed. */
export function Pending({ reading: { isError, isFetching, refetch }, problem }: PendingProps) {
  return isError && !isFetching ? <ErrorState title={problem} onRetry={refetch} /> : <Loading />;
}
