// SPEC §2, byte for byte: never reworded; a translation may only stand beside them.

export const title = 'Forgot Password';

// Ours: free to reword.

export const description = 'Tell us your email, and we will send you a link to choose a new password.';
