import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FACE = /@font-face\{[^}]*\}/g;

/**
 * Takes the declarations of the fonts out of a build's style sheets.
 *
 * They belong into the pages: declared there, a preloaded font is there for the first paint; a sheet
 * that declares any and comes later would have all of them chosen anew, and text would jump.
 *
 * @returns a style element that declares them
 */
export function takeFonts(outDir: string): string {
  const faces = new Set<string>();
  for (const name of readdirSync(join(outDir, 'assets')).filter((file) => file.endsWith('.css'))) {
    const file = join(outDir, 'assets', name);
    const sheet = readFileSync(file, 'utf8');
    for (const [face] of sheet.matchAll(FACE)) faces.add(face);
    writeFileSync(file, sheet.replaceAll(FACE, ''));
  }
  if (faces.size === 0) throw new Error(`${outDir} declares no fonts`);
  return `<style>${[...faces].join('')}</style>`;
}
