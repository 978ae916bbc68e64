import { Monitor, Moon, Sun } from 'lucide-react';
import * as strings from '@/shared/theme/strings';
import type { ThemeChoice } from '@/shared/theme/theme-cookie';
import { useTheme } from '@/shared/theme/use-theme';
import { buttonClass } from '@/shared/ui/button-class';

const steps: Record<ThemeChoice, { next: ThemeChoice; label: string }> = {
  system: { next: 'light', label: strings.followsSystem },
  light: { next: 'dark', label: strings.light },
  dark: { next: 'system', label: strings.dark },
};

/**
 * One button that goes round system, light and dark. Its name says where it stands. The style sheet picks the icon, so
 * that a prerendered page shows the remembered one before any code has arrived.
 */
export function ThemeSwitch({ className }: { className?: string }) {
  const { theme, setTheme } = useTheme();
  const { next, label } = steps[theme];
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => setTheme(next)}
      className={buttonClass({ variant: 'ghost', className: `btn-icon ${className ?? ''}` })}
    >
      <Monitor aria-hidden="true" className="size-5 in-data-[theme]:hidden" />
      <Sun aria-hidden="true" className="hidden size-5 in-data-[theme=light]:block" />
      <Moon aria-hidden="true" className="hidden size-5 in-data-[theme=dark]:block" />
    </button>
  );
}
