/** The password rules shown live as a list (SPEC §5). */
export const passwordRules = [
  {
    message: 'Password must be at least 8 characters long.',
    holds: (password: string) => password.length >= 8,
  },
  {
    message: 'Password must contain at least one uppercase letter.',
    holds: (password: string) => /[A-Z]/.test(password),
  },
  {
    message: 'Password must contain at least one lowercase letter.',
    holds: (password: string) => /[a-z]/.test(password),
  },
  { message: 'Password must contain at least one number.', holds: (password: string) => /\d/.test(password) },
  {
    message: 'Password must contain at least one special character from @$!%*?&.',
    holds: (password: string) => /[@$!%*?&]/.test(password),
  },
] as const;

/** The messages of the rules that a password breaks, in their fixed order. */
export const brokenPasswordRules = (password: string): string[] =>
  passwordRules.filter((rule) => !rule.holds(password)).map((rule) => rule.message);
