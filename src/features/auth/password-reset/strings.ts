/** SPEC §2, byte for byte: never reworded; a translation may only stand beside them. */
export const fixed = {
  /** Forgot Password. */
  forgot: {
    send: 'Send Reset Link',
  },
  /** Reset Password, behind the mailed link. */
  reset: {
    newPassword: 'New Password',
    saving: 'Saving...',
    save: 'Reset Password',
    title: 'Reset Password',
    logIn: 'Log In',
  },
} as const;

/** Ours: free to reword. */
export const strings = {
  /** Forgot Password. */
  forgot: {
    email: 'Email',
    sending: 'Sending...',
  },
  /** Reset Password, behind the mailed link. */
  reset: {
    description: 'Choose a new password for your account.',
    newLink: 'Get a new link',
    changed: 'You’re all set',
  },
} as const;
