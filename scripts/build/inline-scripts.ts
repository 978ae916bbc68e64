import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'vite';
import { ROOT } from '../lib/run';

/** A script of `public/` as an inline element, to save a request; the CSP allows it by its hash. */
export async function inlineScript(file: string): Promise<string> {
  const { code } = await minify(file, readFileSync(join(ROOT, 'public', file), 'utf8'));
  return `<script>${code.trim()}</script>`;
}
