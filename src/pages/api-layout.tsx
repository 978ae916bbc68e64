import { Outlet } from 'react-router-dom';
import { getApp } from '@/features/api/app';
import { AppProvider } from '@/features/api/app-provider';

/** Around every route that makes calls. Marketing pages do without, and so without its code. */
export function ApiLayout() {
  return (
    <AppProvider app={getApp()}>
      <Outlet />
    </AppProvider>
  );
}
