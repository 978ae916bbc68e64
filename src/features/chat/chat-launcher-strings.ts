// Ours: free to reword.

export const notLoaded = 'The chat could not be loaded. Please try again.';
