/** SPEC §2, byte for byte: never reworded; a translation may only stand beside them. */
export const fixed = {
  /** The page's form. */
  form: {
    toForgotPassword: 'Click Here',
    logIn: 'Log In',
  },
  /** The way to the login page that stands under other forms. */
  hint: {
    logIn: 'Log In',
  },
} as const;

/** Ours: free to reword. */
export const strings = {
  /** The page's form. */
  form: {
    email: 'Email',
    password: 'Password',
    forgot: 'Forgot your password?',
    loggingIn: 'Logging in...',
  },
  /** The way to the login page that stands under other forms. */
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
