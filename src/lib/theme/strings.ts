// Ours: free to reword.

/** The name of the theme switch, by current theme. */
export const labels = {
  system: 'Theme: follows your system',
  light: 'Theme: light',
  dark: 'Theme: dark',
} as const;
