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
      `You’ve been inactive. To protect health information, we’ll log you out in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    countdown: (seconds: number) => `${seconds} s`,
  },
} as const;
