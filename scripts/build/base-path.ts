/** Normalizes the option `--base` to a path with slashes at both ends. */
export const basePath = (given: string): string => `/${given}/`.replace(/\/{2,}/g, '/');
