// Ours: free to reword.

export const followsSystem = 'Theme: follows your system';
export const light = 'Theme: light';
export const dark = 'Theme: dark';
