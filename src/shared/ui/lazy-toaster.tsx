import { type ComponentType, useEffect, useState } from 'react';
import { codeSource } from '@/shared/code-source';
import { onToastWaiting } from '@/shared/ui/toast';
import { whenAvailable } from '@/shared/when-available';

const source = codeSource<ComponentType>(async () => (await import('@/shared/ui/toaster')).Toaster);

/**
 * The toasts' place; the library that draws them is loaded with the first one. Many first ones say that there is no
 * connection, so it is fetched as soon as somebody does something on the page.
 */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    addEventListener('focusin', source.prefetch, { once: true });
    return () => removeEventListener('focusin', source.prefetch);
  }, []);
  useEffect(() => {
    const show = (loaded: ComponentType) => setToaster(() => loaded);
    return onToastWaiting(() => {
      const fetched = source.fetched();
      if (fetched) show(fetched);
      else void whenAvailable(source.fetch).then(show);
    });
  }, []);
  return Toaster && <Toaster />;
}
