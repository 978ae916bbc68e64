import { createApi, type MutationDefinition, type QueryDefinition } from '@reduxjs/toolkit/query/react';
import {
  type Answer,
  type Contract,
  declarationOf,
  isDenied,
  isFailure,
  isOutcomeUnknown,
  type OperationName,
  operationNames,
  type Request,
  type Tag,
  tags,
} from '@/contract';
import { config } from '@/lib/config';
import { backendReady } from '@/lib/mock-build';
import { report } from '@/lib/report';
import {
  type Call,
  type CallExtras,
  type CallQuery,
  call,
  exception,
  notSignedIn,
  withReadRetries,
} from './client';

const callQuery: CallQuery = async ({ name, request }, { signal, extra }) => {
  const { session } = extra as CallExtras;
  await backendReady();
  // Another tab may have signed in or out: this screen's data must not be sent with another account's token. The check
  // aborts this call then.
  const { auth } = declarationOf(name);
  if (auth !== 'none') session.checkToken();
  const token = session.token();
  // A screen that is still mounted when its session ends asks again, because the store was reset.
  if (auth === 'required' && token === null) return { error: notSignedIn(name), meta: { isRefused: true } };
  try {
    const context = { config, token, signal };
    return { data: await call(name, request as Request<OperationName>, context) };
  } catch (error) {
    if (!isFailure(error)) {
      report('a call ended in a defect', { operation: name, error });
      return { error: exception(name) };
    }
    // Later, so that the caller has its failure before everything of the account stops.
    if (token !== null && isDenied(error)) setTimeout(() => session.deny(token));
    return { error };
  }
};

/** An operation that reads cache tags is a query; every other one is a mutation, whatever its HTTP method. */
type IsQuery<K extends OperationName> = Contract[K] extends { readonly reads: readonly Tag[] } ? true : false;

/** What a caller of a write wants besides the write. */
export interface WriteOptions {
  /**
   * Shows no toast: the screen shows each outcome, as of one of many calls. Everything else is as usual: a failure is
   * logged, and a 401 ends the session.
   */
  readonly silent?: boolean;
  /** Treats a rejection because it exists already as done: it is no error, so it has no toast. */
  readonly acceptDuplicate?: boolean;
}

/** The argument of a write's endpoint. */
export interface Write<Sent = unknown> {
  readonly request: Sent;
  readonly options?: WriteOptions | undefined;
}

type Definition<K extends OperationName> =
  IsQuery<K> extends true
    ? QueryDefinition<Request<K>, CallQuery, Tag, Answer<K>, 'api'>
    : MutationDefinition<Write<Request<K>>, CallQuery, Tag, Answer<K>, 'api'>;
type Definitions = { [K in OperationName]: Definition<K> };

/** All operations of the contract as RTK Query endpoints, with the contract's names. Screens call `api.use…Query()`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: withReadRetries(callQuery),
  refetchOnReconnect: true,
  tagTypes: tags,
  endpoints: (build) =>
    // The cast is needed because TypeScript cannot type a record that is built in a loop.
    Object.fromEntries(
      operationNames.map((name) => {
        const { reads, writes } = declarationOf(name);
        return [
          name,
          reads === undefined
            ? build.mutation<unknown, Write>({
                query: ({ request }): Call => ({ name, request }),
                // A write without a response may have been processed, so refetch what it changes.
                invalidatesTags: (_, error) => (error && !isOutcomeUnknown(error) ? [] : [...(writes ?? [])]),
              })
            : build.query<unknown, unknown>({
                query: (request): Call => ({ name, request }),
                providesTags: [...reads],
              }),
        ];
      }),
    ) as unknown as Definitions,
});
