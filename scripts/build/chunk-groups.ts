import { fileURLToPath } from 'node:url';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Chunks that the bundler would not create by itself. */
export const chunkGroups = [
  // Changes rarely, so it stays cached over many releases.
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\/|rolldown\/runtime|vite\/preload-helper/,
  },
  // Code that most pages share: a file per module would cost more to fetch than to parse.
  { name: 'common', test: /\/src\/(lib|ui|pages)\/|\/lucide-react\//, minShareCount: 15 },
  // A few lines each, which the pages behind a login share.
  { name: 'small', test: /\/src\/(lib\/(clock|grouped-count)|ui\/feedback\/toast)\.ts$/ },
  // Otherwise each shared icon would be its own file.
  { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/, minShareCount: 2 },
];

/**
 * Bundlers ignore React Router's own switch between its two builds: its package.json resolves to the development build,
 * which contains the warnings.
 */
export const slimRouter = [
  { find: /^react-router$/, replacement: fromRoot('node_modules/react-router/dist/production/index.mjs') },
  {
    find: /^react-router\/dom$/,
    replacement: fromRoot('node_modules/react-router/dist/production/dom-export.mjs'),
  },
];
