/**
 * Replaces MSW's cookie store in mock builds and in the package. MSW's own throws on load if the browser denies storage,
 * which would stop the whole mock, and its public suffix list adds 140 kB. The engine keeps cookies itself.
 */
export const cookieStore = {
  getCookies: (): never[] => [],
  setCookie: (): Promise<void> => Promise.resolve(),
};
