import { writeCookie } from '@/lib/cookie';

export type ThemeChoice = 'light' | 'dark' | 'system';

/** The name of the theme switch, by current theme. Ours: free to reword. */
export const themeLabels = {
  system: 'Theme: follows your system',
  light: 'Theme: light',
  dark: 'Theme: dark',
} as const;

const cookieName = 'kitwell-theme';
const yearInSeconds = 60 * 60 * 24 * 365;

/**
 * Reads the stored theme. It is a cookie because login clears local storage (§4) and the theme must survive that.
 * `public/theme.js` reads the same cookie before the first paint.
 */
export function readThemeChoice(): ThemeChoice {
  const match = new RegExp(`(?:^|; )${cookieName}=(light|dark)(?:;|$)`).exec(document.cookie);
  return match?.[1] === 'light' || match?.[1] === 'dark' ? match[1] : 'system';
}

/** Stores a theme for a year, or clears it for "system", and applies it at once. */
export function applyThemeChoice(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === 'system') {
    writeCookie(cookieName, '', 0);
    delete root.dataset.theme;
    return;
  }
  writeCookie(cookieName, choice, yearInSeconds);
  root.dataset.theme = choice;
}

const after = { system: 'light', light: 'dark', dark: 'system' } as const;

/** The next theme in the order of the switch. */
export const nextThemeChoice = (choice: ThemeChoice): ThemeChoice => after[choice];
