import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The application's page without rendered content, for every path that has no prerendered page. */
export const SHELL_FILE = 'spa.html';
/** The same page under the name that static hosts expect (GitHub Pages, Netlify and others). */
export const FALLBACK_FILE = '404.html';

/** The fields of a Vite manifest entry that are used here. */
interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

export type Manifest = Readonly<Record<string, Chunk>>;

/** @throws Error if the folder contains no manifest */
export const readManifest = (outDir: string): Manifest =>
  JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'));

/** Files of the chunks whose source matches, and of all their static imports. */
export function filesOf(manifest: Manifest, isRoot: (chunk: Chunk) => boolean): string[] {
  const names = new Set<string>();
  const add = (name: string): void => {
    if (names.has(name) || !manifest[name]) return;
    names.add(name);
    manifest[name]?.imports?.forEach(add);
  };
  for (const [name, chunk] of Object.entries(manifest)) if (isRoot(chunk)) add(name);
  return [...names].map((name) => manifest[name]?.file ?? '').filter((file) => file.endsWith('.js'));
}

/** Files that every page loads, from its scripts and preloads: the bundler may have merged the entry with others. */
export const entryFiles = (outDir: string): string[] => [
  ...new Set(
    [...readFileSync(join(outDir, SHELL_FILE), 'utf8').matchAll(/assets\/[^"]+\.js/g)].map(([file]) => file),
  ),
];

/** The source of the start page's own chunk. */
export const LANDING = /^src\/pages\/marketing\/landing\.page\.tsx$/;
