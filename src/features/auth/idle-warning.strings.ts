// From SPEC §2, exact: do not reword.
export const fixed = {
  /** The warning after a time without activity. */
  idle: {
    logout: 'Logout',
  },
} as const;

// Ours: free to reword.
export const strings = {
  /** The warning after a time without activity. */
  idle: {
    title: 'Are you still there?',
    stay: 'Stay logged in',
    endsIn: (seconds: number) =>
      `Nothing has happened for a while. To keep health data private, you will be logged out in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    countdown: (seconds: number) => `${seconds} s`,
  },
} as const;
