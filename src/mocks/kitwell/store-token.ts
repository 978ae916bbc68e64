/** Stores a token and its email as the product does on login: everything stored before is cleared (SPEC §4). */
export function storeToken(token: string, email: string): void {
  // The token is never removed in between: another tab would take that for a logout.
  for (const key of Object.keys(localStorage)) if (key !== 'token') localStorage.removeItem(key);
  localStorage.setItem('account', email);
  localStorage.setItem('token', token);
}
