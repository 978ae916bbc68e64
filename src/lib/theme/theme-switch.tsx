import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import * as strings from '@/lib/theme/strings';
import {
  applyThemeChoice,
  nextThemeChoice,
  readThemeChoice,
  type ThemeChoice,
} from '@/lib/theme/theme-cookie';
import { buttonClass } from '@/ui/form/button';

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
function useTheme(): { theme: ThemeChoice; setTheme: (choice: ThemeChoice) => void } {
  const theme = useSyncExternalStore(subscribe, readThemeChoice, () => 'system' as const);
  return { theme, setTheme };
}

/**
 * One button that goes round system, light and dark. Its name says where it stands. The style sheet picks the icon, so
 * that a prerendered page shows the remembered one at once; until the app has taken over, `before-app.ts` does the rest.
 */
export function ThemeSwitch({ className }: { className?: string }) {
  const { theme, setTheme } = useTheme();
  const label = strings.labels[theme];
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-theme-switch
      // Not from `theme`: a press that makes React take over a prerendered page comes before it knows the choice.
      onClick={() => setTheme(nextThemeChoice(readThemeChoice()))}
      className={buttonClass({ variant: 'ghost', className: `btn-icon ${className ?? ''}` })}
    >
      <Monitor aria-hidden="true" className="size-5 in-data-[theme]:hidden" />
      <Sun aria-hidden="true" className="hidden size-5 in-data-[theme=light]:block" />
      <Moon aria-hidden="true" className="hidden size-5 in-data-[theme=dark]:block" />
    </button>
  );
}
