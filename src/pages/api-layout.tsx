import { Outlet } from 'react-router-dom';
import { getApp } from '@/features/api/app';
import { AppProvider } from '@/features/api/app-provider';

/** Wraps every route that calls the API. Marketing pages are outside it and do not load its code. */
export function ApiLayout() {
  return (
    <AppProvider app={getApp()}>
      <Outlet />
    </AppProvider>
  );
}
