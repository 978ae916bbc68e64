import { useSyncExternalStore } from 'react';
import { applyThemeChoice, readThemeChoice, type ThemeChoice } from '@/shared/theme/theme-cookie';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function setTheme(choice: ThemeChoice): void {
  applyThemeChoice(choice);
  for (const listener of listeners) listener();
}

/** The chosen theme and a function that changes it everywhere. On a server it is "system". */
export function useTheme(): { theme: ThemeChoice; setTheme: (choice: ThemeChoice) => void } {
  const theme = useSyncExternalStore(subscribe, readThemeChoice, () => 'system' as const);
  return { theme, setTheme };
}
