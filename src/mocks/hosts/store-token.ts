/** Stores a token, and the email it belongs to, as the product does on login: what was stored before is cleared (SPEC §4). */
export function storeToken(token: string, email: string): void {
  // Another tab must not see a moment without a token: to it that is a logout.
  for (const key of Object.keys(localStorage)) if (key !== 'token') localStorage.removeItem(key);
  localStorage.setItem('account', email);
  localStorage.setItem('token', token);
}
