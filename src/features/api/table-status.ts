interface Reading {
  readonly data?: unknown;
  readonly isError: boolean;
  readonly isFetching: boolean;
}

/** A table's state for a fetched list: `ready` once there is data, `loading` also while a failed list is retried. */
export const tableStatus = ({ data, isError, isFetching }: Reading): 'ready' | 'error' | 'loading' =>
  data !== undefined ? 'ready' : isError && !isFetching ? 'error' : 'loading';
