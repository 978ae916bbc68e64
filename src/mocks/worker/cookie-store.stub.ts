/**
 * Stands in for MSW's cookie store in mock builds. MSW's own reads local storage as it is loaded, which throws where the
 * browser refuses storage, and nothing of the mock would start; and with its public suffix list it weighs 140 kB. The
 * product's calls carry a token and no cookies, so that there is nothing to keep.
 */
export const cookieStore = {
  getCookies: (): never[] => [],
  setCookie: (): Promise<void> => Promise.resolve(),
};
