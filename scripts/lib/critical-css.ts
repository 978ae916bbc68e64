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
    // It would look for the families' names, which stand in custom properties; `page-fonts.ts` declares them.
    fonts: false,
    keyframes: 'critical',
    // It takes a selector in brackets, such as Tailwind's for children, for one that fits nothing.
    allowRules: [/data-theme/, /:(is|where|not|has)\(/],
    logLevel: 'warn',
  });
  return beasties.process(html);
}
