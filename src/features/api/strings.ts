/** Ours: free to reword. */
export const strings = {
  unsavedRestored: (count: number) =>
    count === 1 ? 'Your unsaved row is back.' : `Your ${count} unsaved rows are back.`,
} as const;
