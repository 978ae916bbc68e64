// Ours: free to reword.

export const newHere = 'New here?';
export const loggedOut = 'You were logged out because nothing happened for 15 minutes.';
