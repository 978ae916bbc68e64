// From SPEC §2, exact: do not reword.
export const fixed = {
  forgot: {
    send: 'Send Reset Link',
  },
  /** Reset Password, opened by the mailed link. */
  reset: {
    newPassword: 'New Password',
    saving: 'Saving...',
    save: 'Reset Password',
    title: 'Reset Password',
    logIn: 'Log In',
  },
} as const;

// Ours: free to reword.
export const strings = {
  forgot: {
    email: 'Email',
    missing: { email: 'Enter your email.' },
    sending: 'Sending...',
    mayBeSent:
      'We didn’t get a response, so the link may have been sent. Check your email before you ask again.',
  },
  /** Reset Password, opened by the mailed link. */
  reset: {
    description: 'Choose a new password for your account.',
    newLink: 'Get a new link',
    mayBeChanged:
      'We didn’t get a response, so your password may already be changed. Try to log in with the new one.',
    changed: 'You’re all set',
  },
} as const;
