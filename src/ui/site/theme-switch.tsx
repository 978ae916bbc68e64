import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createSignal } from '@/lib/signal';
import { applyThemeChoice, nextThemeChoice, readThemeChoice, themeLabels } from '@/lib/theme/theme';
import { buttonClass } from '@/ui/form/button-class';

const themeChanged = createSignal();

/** The name of the current theme, and what changes to the next one. When prerendering, the theme is "system". */
export function useThemeSwitch(): { label: string; change: () => void } {
  const theme = useSyncExternalStore(themeChanged.subscribe, readThemeChoice, () => 'system' as const);
  const change = () => {
    // Not from `theme`: a press from before hydration arrives before React has read the stored choice.
    applyThemeChoice(nextThemeChoice(readThemeChoice()));
    themeChanged.notify();
  };
  return { label: themeLabels[theme], change };
}

/**
 * A button that cycles through system, light and dark; its accessible name gives the current theme. The style sheet
 * selects the icon, so that a prerendered page shows the stored theme at once.
 */
export function ThemeSwitch() {
  const { label, change } = useThemeSwitch();
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={change}
      className={buttonClass({ variant: 'ghost', className: 'btn-icon' })}
    >
      <Monitor aria-hidden="true" className="size-5 in-data-[theme]:hidden" />
      <Sun aria-hidden="true" className="hidden size-5 in-data-[theme=light]:block" />
      <Moon aria-hidden="true" className="hidden size-5 in-data-[theme=dark]:block" />
    </button>
  );
}
