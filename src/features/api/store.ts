import { configureStore } from '@reduxjs/toolkit';
import { config } from '@/lib/config';
import { api } from './api';
import { noticeListener } from './notices';
import type { CallExtras, RetrySchedule, SessionPort } from './read-retries';

// In development the checks stay; only their warning about being slow goes, which says more about the machine.
const checks = {
  serializableCheck: { warnAfter: Number.POSITIVE_INFINITY },
  immutableCheck: { warnAfter: Number.POSITIVE_INFINITY },
};

const usualSchedule: RetrySchedule = { tries: config.readRetries, firstPause: 500 };

interface StoreOptions {
  readonly session: SessionPort;
  readonly readRetries?: RetrySchedule;
}

/** Creates the one store of an application. */
export const createStore = ({ session, readRetries = usualSchedule }: StoreOptions) => {
  const extraArgument: CallExtras = { session, readRetries };
  return configureStore({
    // Its log would show passwords and the token to whoever opens the browser's tools.
    devTools: import.meta.env.DEV,
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({ ...checks, thunk: { extraArgument } })
        .prepend(noticeListener(session).middleware)
        .concat(api.middleware),
    // By itself it waits for the next frame before it says that an answer is there: a list would stand a frame later.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
};

export type Store = ReturnType<typeof createStore>;
