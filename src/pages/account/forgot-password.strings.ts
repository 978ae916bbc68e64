// From SPEC §2, exact: do not reword.

export const title = 'Forgot Password';

// Ours: free to reword.

export const description = 'Enter your email, and we’ll send you a link to choose a new password.';
