import { useMemo } from 'react';
import { sessionScoped } from '@/app/app-port';
import { useApiStore } from '@/app/operation-actor';

/** The id of the kit that Kit Information shows, kept while the same account is signed in. */
const chosenKitOf = sessionScoped((): { id: string } => ({ id: '' }));

/** Returns the kit that Kit Information shows. Choose one before the section is opened to open that kit. */
export function useChosenKit() {
  const store = useApiStore();
  return useMemo(() => {
    const chosen = chosenKitOf(store);
    return {
      /** Blank, or the id of a kit that no longer exists: the first kit is shown. */
      id: () => chosen.id,
      choose: (id: string) => {
        chosen.id = id;
      },
    };
  }, [store]);
}
