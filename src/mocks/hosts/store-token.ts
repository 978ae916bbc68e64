/** Stores a token, and the email it belongs to, as the product does on login: what was stored before is cleared (SPEC §4). */
export function storeToken(token: string, email: string): void {
  localStorage.clear();
  localStorage.setItem('account', email);
  localStorage.setItem('token', token);
}
