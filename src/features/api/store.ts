import { configureStore } from '@reduxjs/toolkit';
import { api } from './api';
import { noticeListener } from './notices';

// In development the checks stay; only their warning about being slow goes, which says more about the machine.
const checks = {
  serializableCheck: { warnAfter: Number.POSITIVE_INFINITY },
  immutableCheck: { warnAfter: Number.POSITIVE_INFINITY },
};

/** Makes the product's store; tests make one each. */
export const createStore = () =>
  configureStore({
    // Its log would show passwords and the token to whoever opens the browser's tools.
    devTools: import.meta.env.DEV,
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults(checks).prepend(noticeListener().middleware).concat(api.middleware),
  });

export type Store = ReturnType<typeof createStore>;
