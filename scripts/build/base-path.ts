/** The path that a build is made for or lies at, as the option `--base` gives it, with slashes at both ends. */
export const basePath = (given: string): string => `/${given}/`.replace(/\/{2,}/g, '/');
