/** Normalizes the option `--base` to a path with slashes at both ends. */
export const basePath = (path: string): string => `/${path}/`.replace(/\/{2,}/g, '/');
