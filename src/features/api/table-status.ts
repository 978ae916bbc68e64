interface Reading {
  readonly data?: unknown;
  readonly isError: boolean;
  readonly isFetching: boolean;
}

/** What a table shows of a list that is read: rows once there are any, and while a failed list is asked anew that it loads. */
export const tableStatus = ({ data, isError, isFetching }: Reading): 'ready' | 'error' | 'loading' =>
  data !== undefined ? 'ready' : isError && !isFetching ? 'error' : 'loading';
