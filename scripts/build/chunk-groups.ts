import { fileURLToPath } from 'node:url';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Files that the bundler would not make by itself. */
export const chunkGroups = [
  // Seldom changes, so that it stays in the cache over many releases.
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\/|rolldown\/runtime|vite\/preload-helper/,
  },
  // What most pages share: a file for each module would cost more to fetch than to read.
  { name: 'common', test: /\/src\/(lib|ui|pages)\/|\/lucide-react\//, minShareCount: 15 },
  // Each shared icon would be a file of its own.
  { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/, minShareCount: 2 },
];

/**
 * React Router's own switch between its two builds is lost on bundlers: by its package file everybody gets the one with
 * the developer's warnings in it.
 */
export const slimRouter = [
  { find: /^react-router$/, replacement: fromRoot('node_modules/react-router/dist/production/index.mjs') },
  {
    find: /^react-router\/dom$/,
    replacement: fromRoot('node_modules/react-router/dist/production/dom-export.mjs'),
  },
];
