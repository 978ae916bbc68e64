import { fileURLToPath } from 'node:url';

interface Chunking {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code: string | null } | null;
}

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const FRAMEWORK =
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\/|rolldown\/runtime|vite\/preload-helper/;
/** The entry, the frame of the public pages, and the page that most visitors see first. */
const SITE = [
  'src/main.tsx',
  'src/shared/layout/public-layout.tsx',
  'src/pages/landing/landing-with-chat.tsx',
].map(fromRoot);

/** Named by the entry, but of use to later pages, or to the mock backend, only. */
const LATER = /\/src\/shared\/(demo-accounts|clock|inspection|backend-ready)\.ts$/;
/** The icons' index leads to all of them, so only those count that a module names. */
const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/;

function namedIcons(code: string): string[] {
  const names = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code)?.[1] ?? '';
  return [...names.matchAll(/\w+/g)].map(([name]) =>
    name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase(),
  );
}

function reachedAtOnce(roots: readonly string[], chunking: Chunking): ReadonlySet<string> {
  const reached = new Set(roots);
  const icons = new Set<string>();
  // A set hands out what is added while it is walked.
  for (const id of reached) {
    const module = chunking.getModuleInfo(id);
    for (const icon of namedIcons(module?.code ?? '')) icons.add(icon);
    for (const imported of module?.importedIds ?? []) reached.add(imported);
  }
  return new Set(
    [...reached].filter((id) => icons.has(ICON.exec(id)?.[1] ?? '') || !(ICON.test(id) || LATER.test(id))),
  );
}

let site: ReadonlySet<string> | undefined;

/**
 * Puts what every visitor of a public page needs into two files: the framework, which seldom changes, and our own. Left
 * alone, the bundler makes some twenty files of it, which weigh 6 kB more because each is compressed by itself.
 */
export const chunkGroups = [
  { name: 'framework', test: FRAMEWORK },
  {
    debugName: 'site',
    name: (id: string, chunking: Chunking) => {
      site ??= reachedAtOnce(SITE, chunking);
      return site.has(id) ? 'site' : null;
    },
  },
  // Each shared icon would be a file of its own.
  { name: 'icons', test: ICON, minShareCount: 2 },
  // What every page with calls needs: the store, the session, the contract, and what they are made with.
  { name: 'api', test: /\/src\/pages\/api-layout\.tsx$/ },
  // Around every page, the dashboard too.
  {
    name: 'frame',
    test: /\/src\/shared\/(art\/(logo|petal-mark)|theme\/|ui\/(button|notice|text-input|page-title|use-hydrated|loading)\.)/,
  },
  // Around every public page.
  {
    name: 'public',
    test: /\/src\/(shared\/(art|layout)\/|shared\/ui\/(button-link|external-link|nav-menu)\.|features\/marketing\/section-heading)/,
  },
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
