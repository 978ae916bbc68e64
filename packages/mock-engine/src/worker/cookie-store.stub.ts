/**
 * Replaces MSW's cookie store in mock builds. MSW's own throws on load if the browser denies storage, which would stop
 * the whole mock, and its public suffix list adds 140 kB. The product's calls use no cookies.
 */
export const cookieStore = {
  getCookies: (): never[] => [],
  setCookie: (): Promise<void> => Promise.resolve(),
};
