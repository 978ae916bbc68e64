// Ours: free to reword.

/** Says where the theme switch stands. */
export const labels = {
  system: 'Theme: follows your system',
  light: 'Theme: light',
  dark: 'Theme: dark',
} as const;
