import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FACE = /@font-face\{[^}]*\}/g;

/**
 * Removes the font declarations from a build's style sheets, to be inlined into the pages.
 * Declared inline, a preloaded font is available at first paint; declared in a style sheet that loads later, all fonts
 * would be resolved again and text would shift.
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
 * Chromium delays the first paint by up to 100 ms for fonts that are preloaded in the head. That pays off on a fast
 * connection only; on a slow one only links in the body request them, which is early enough for cached fonts and for
 * the next page.
 *
 * @param hrefs the URLs of the fonts
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
