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

/**
 * Preloads the fonts of the first screen.
 *
 * Chromium keeps a page unpainted for up to 100 ms until fonts that are preloaded in its head are there. On a quick line
 * that is worth it; on a slow one they come too late all the same, so there only the links in the body ask for them:
 * soon enough for one that is in the cache, and for the next page.
 *
 * @param hrefs their addresses
 * @returns a script for the head and links for the start of the body
 */
export function preloadFonts(hrefs: readonly string[]): { readonly head: string; readonly body: string } {
  const link = (href: string) =>
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`;
  const onQuickLines =
    `navigator.connection?.rtt>=100||${JSON.stringify(hrefs)}.forEach(href=>` +
    "document.head.append(Object.assign(document.createElement('link')," +
    "{rel:'preload',as:'font',type:'font/woff2',crossOrigin:'',href})))";
  return { head: `<script>${onQuickLines}</script>`, body: hrefs.map(link).join('') };
}
