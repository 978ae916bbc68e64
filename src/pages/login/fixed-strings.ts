// SPEC §2, byte for byte: never reworded; a translation may only stand beside them.

export const title = 'Log In';
export const signUp = 'Sign Up';
