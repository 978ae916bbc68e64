import { configureStore } from '@reduxjs/toolkit';
import { api } from './api';
import { noticeListener } from './notices';

/** Makes the product's store; tests make one each. */
export const createStore = () =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().prepend(noticeListener().middleware).concat(api.middleware),
  });

export type Store = ReturnType<typeof createStore>;
