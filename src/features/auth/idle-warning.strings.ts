/** SPEC §2, byte for byte: never reworded; a translation may only stand beside them. */
export const fixed = {
  /** Asked of whoever has done nothing for a while. */
  idle: {
    logout: 'Logout',
  },
} as const;

/** Ours: free to reword. */
export const strings = {
  /** Asked of whoever has done nothing for a while. */
  idle: {
    title: 'Are you still there?',
    stay: 'Stay logged in',
    endsIn: (seconds: number) =>
      `Nothing has happened for a while. To keep health data private, you will be logged out in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    countdown: (seconds: number) => `${seconds} s`,
  },
} as const;
