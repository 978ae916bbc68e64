// From SPEC §2, exact: do not reword.

export const logIn = 'Log In';

// Ours: free to reword.

export const title = 'We couldn’t find that page';
export const description = 'The address may be mistyped, or the page may have moved.';
export const toStart = 'Go to the home page';
