import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Beasties from 'beasties';

/**
 * Puts the rules that a page needs into the page and moves the whole style sheet to its end, where it keeps nothing from
 * being painted. Everything that depends on the theme stays: which one is on is known in the browser only.
 */
export async function inlineCriticalCss(outDir: string, base: string, html: string): Promise<string> {
  const beasties = new Beasties({
    path: outDir,
    publicPath: base,
    preload: 'body',
    noscriptFallback: false,
    pruneSource: false,
    reduceInlineStyles: false,
    mergeStylesheets: true,
    // It would look for the families' names, which stand in custom properties; see below.
    fonts: false,
    keyframes: 'critical',
    allowRules: [/data-theme/],
    logLevel: 'warn',
  });
  const inlined = await beasties.process(html);
  // Without its declaration in the page a preloaded font is not there for the first paint.
  return inlined.replace('</head>', () => `<style>${latinFonts(outDir).join('')}</style></head>`);
}

/** The declarations of the fonts that pages preload. */
function latinFonts(outDir: string): string[] {
  const sheets = readdirSync(join(outDir, 'assets')).filter((file) => file.endsWith('.css'));
  const faces = sheets.flatMap((file) => [
    ...readFileSync(join(outDir, 'assets', file), 'utf8').matchAll(/@font-face\{[^}]*-latin-wght-[^}]*\}/g),
  ]);
  return [...new Set(faces.map(([face]) => face))];
}
