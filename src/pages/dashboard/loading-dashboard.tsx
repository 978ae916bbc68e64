import type { ReactNode } from 'react';
import { dashboardTitle, loading } from '@/pages/strings';

const bar = 'h-4 animate-shimmer rounded-sm bg-line';

/**
 * The dashboard while its code is fetched and its user is checked (§2 "Loading..."): what comes has its places already. Plain,
 * because it is part of the entry.
 */
export const LoadingDashboard = ({ children = loading }: { children?: ReactNode }) => (
  <div className="grid min-h-dvh grid-rows-[auto_1fr]">
    <div className="flex min-h-16 items-center justify-between border-b border-line bg-surface px-[min(1rem,5vw)] sm:px-6">
      <div className={`${bar} w-24`} />
      <div className={`${bar} w-32`} />
    </div>
    <div className="md:grid md:grid-cols-[6.5rem_minmax(0,1fr)] lg:grid-cols-[min(15.5rem,30vw)_minmax(0,1fr)]">
      <div className="hidden border-e border-line bg-surface md:block" />
      <main
        id="main"
        aria-busy="true"
        className="grid content-start gap-6 px-[min(1rem,5vw)] py-6 sm:px-6 lg:px-10"
      >
        <h1 className="sr-only">{dashboardTitle}</h1>
        <div className={`${bar} w-48`} />
        <p role="status" className="text-ink-2">
          {children}
        </p>
        <div className={bar} />
        <div className={bar} />
        <div className={`${bar} w-3/4`} />
      </main>
    </div>
  </div>
);
