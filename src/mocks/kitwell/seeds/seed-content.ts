/** A hash of the tables and seeds in the dev server, which replaces this module (`vite-plugin.ts`); else nothing. */
export const seedContent: string = '';
