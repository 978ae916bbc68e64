import { lazy, Suspense, useEffect, useState } from 'react';
import { onToastWaiting } from '@/shared/ui/toast';

const Toaster = lazy(async () => ({ default: (await import('@/shared/ui/toaster')).Toaster }));

/** The toasts' place; the library that draws them is loaded with the first one. */
export function LazyToaster() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onToastWaiting(() => setWanted(true)), []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
