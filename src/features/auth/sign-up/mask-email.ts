/** An address that its owner recognises and a passer-by does not: `an•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const shown = email.slice(0, at > 3 ? 2 : 1);
  return at < 1 ? email : `${shown}•••${email.slice(at)}`;
}
