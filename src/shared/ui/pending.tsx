import { ErrorState } from '@/shared/ui/error-state';
import { Loading } from '@/shared/ui/loading';

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
