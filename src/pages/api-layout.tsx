import { Outlet } from 'react-router-dom';
import { getApp } from '@/app/app';
import { AppProvider } from '@/app/app-provider';

/** Wraps every route that calls the API. Marketing pages are outside it and do not load its code. */
export function ApiLayout() {
  return (
    <AppProvider app={getApp()}>
      <Outlet />
    </AppProvider>
  );
}
