import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createSignal } from '@/lib/signal';
import {
  applyThemeChoice,
  nextThemeChoice,
  readThemeChoice,
  type ThemeChoice,
  themeLabels,
} from '@/lib/theme/theme';
import { buttonClass } from '@/ui/form/button-class';

const themeChanged = createSignal();

function setTheme(choice: ThemeChoice): void {
  applyThemeChoice(choice);
  themeChanged.notify();
}

/** The current theme and a setter. When prerendering, the theme is "system". */
function useTheme(): { theme: ThemeChoice; setTheme: (choice: ThemeChoice) => void } {
  const theme = useSyncExternalStore(themeChanged.subscribe, readThemeChoice, () => 'system' as const);
  return { theme, setTheme };
}

/**
 * A button that cycles through system, light and dark; its accessible name gives the current theme. The style sheet
 * selects the icon, so that a prerendered page shows the stored theme at once.
 */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  const label = themeLabels[theme];
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Not from `theme`: a press from before hydration arrives before React has read the stored choice.
      onClick={() => setTheme(nextThemeChoice(readThemeChoice()))}
      className={buttonClass({ variant: 'ghost', className: 'btn-icon' })}
    >
      <Monitor aria-hidden="true" className="size-5 in-data-[theme]:hidden" />
      <Sun aria-hidden="true" className="hidden size-5 in-data-[theme=light]:block" />
      <Moon aria-hidden="true" className="hidden size-5 in-data-[theme=dark]:block" />
    </button>
  );
}
