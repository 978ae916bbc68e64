// From SPEC §2, exact: do not reword.
export const fixed = {
  form: {
    toForgotPassword: 'Click Here',
    logIn: 'Log In',
  },
  /** The link to the login page below other forms. */
  hint: {
    logIn: 'Log In',
  },
} as const;

// Ours: free to reword.
export const strings = {
  form: {
    email: 'Email',
    password: 'Password',
    forgot: 'Forgot your password?',
    loggingIn: 'Logging in...',
  },
  /** Required fields that are blank. */
  missing: {
    email: 'Enter your email.',
    password: 'Enter your password.',
  },
  /** The link to the login page below other forms. */
  hint: {
    hasAccount: 'Already have an account?',
    remembered: 'Remembered it?',
  },
  /** The demo's accounts. */
  demo: {
    title: 'Demo accounts',
    logInAs: (label: string) => `Log in as ${label}`,
  },
} as const;
