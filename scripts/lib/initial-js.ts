import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

/** JavaScript that a visitor of `/` waits for: the entry, the landing page's own chunk, and what both import. */
export interface InitialJs {
  readonly files: readonly { readonly file: string; readonly gzip: number }[];
  /** kB of 1000 bytes, gzip. */
  readonly kilobytes: number;
}

const LANDING = /^src\/pages\/(landing|home)\//;

/**
 * Adds up the initial JavaScript of `/` from a build's manifest.
 *
 * @throws Error when the folder holds no manifest
 */
export function initialJs(outDir: string): InitialJs {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'),
  );
  const wanted = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || wanted.has(name)) return;
    wanted.add(name);
    chunk.imports?.forEach(add);
  };
  for (const [name, chunk] of Object.entries(manifest)) {
    if (chunk.isEntry || LANDING.test(chunk.src ?? '')) add(name);
  }
  const files = [...wanted]
    .map((name) => manifest[name]?.file ?? '')
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, gzip: gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length }));
  return { files, kilobytes: files.reduce((total, { gzip }) => total + gzip, 0) / 1000 };
}
