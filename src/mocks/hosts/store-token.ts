/** Keeps a token as the product does on login: clears what was kept, then stores it (SPEC §4). */
export function storeToken(token: string): void {
  localStorage.clear();
  localStorage.setItem('token', token);
}
