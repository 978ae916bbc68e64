import { type ComponentType, useEffect, useState } from 'react';
import { onToastWaiting } from '@/shared/ui/toast';
import { whenAvailable } from '@/shared/when-available';

let fetched: ComponentType | undefined;
const fetchToaster = async () => {
  fetched ??= (await import('@/shared/ui/toaster')).Toaster;
  return fetched;
};

/**
 * The toasts' place; the library that draws them is loaded with the first one. Many first ones say that there is no
 * connection, so it is fetched as soon as somebody does something on the page.
 */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const prefetch = () => void fetchToaster().catch(() => undefined);
    addEventListener('focusin', prefetch, { once: true });
    return () => removeEventListener('focusin', prefetch);
  }, []);
  useEffect(() => {
    const show = (loaded: ComponentType) => setToaster(() => loaded);
    return onToastWaiting(() => (fetched ? show(fetched) : void whenAvailable(fetchToaster).then(show)));
  }, []);
  return Toaster && <Toaster />;
}
