import { Monitor, Moon, Sun } from 'lucide-react';
import type { ThemeChoice } from '@/shared/theme/theme-cookie';
import { useTheme } from '@/shared/theme/use-theme';
import { buttonClass } from '@/shared/ui/button-class';

const steps: Record<ThemeChoice, { next: ThemeChoice; words: string; Icon: typeof Sun }> = {
  system: { next: 'light', words: 'follows your system', Icon: Monitor },
  light: { next: 'dark', words: 'light', Icon: Sun },
  dark: { next: 'system', words: 'dark', Icon: Moon },
};

/** One button that goes round system, light and dark. Its name says where it stands. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { theme, setTheme } = useTheme();
  const { next, words, Icon } = steps[theme];
  const label = `Theme: ${words}`;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => setTheme(next)}
      className={buttonClass({ variant: 'ghost', className: `btn-icon ${className ?? ''}` })}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}
