import Beasties from 'beasties';

const INLINE_STYLE = /(?<=<style>)[\s\S]*?(?=<\/style>)/g;
const PROPERTY = /@property (--[\w-]+)\{[^}]*\}/g;
const THEME = /(?<=@layer theme\{:root\{)[^}]*(?=\})/;
/** The grain is a picture that the browser has to work out; it can come a moment later, with the whole sheet. */
const GRAIN = /\.grain:before\{[^}]*\}/g;

/**
 * Leaves out what a first paint does without: tokens and registered properties that no rule in the page reads, and the
 * grain. All of it is in the whole sheet, which comes after.
 */
function trimCriticalCss(css: string): string {
  let kept = css.replace(GRAIN, '');
  const isRead = (name: string) => kept.includes(`var(${name},`) || kept.includes(`var(${name})`);
  const tokensRead = (tokens: string) =>
    tokens
      .split(/;(?=--)/)
      .filter((token) => isRead(token.slice(0, token.indexOf(':'))))
      .join(';');
  // A token may be read by another one only, which goes first.
  for (let before = ''; before !== kept; ) {
    before = kept;
    kept = kept.replace(THEME, tokensRead);
  }
  return kept.replace(PROPERTY, (rule, name: string) => (isRead(name) ? rule : ''));
}

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
    allowRules: [/data-theme/, /aria-busy/, /:(is|where|not|has)\(/],
    logLevel: 'warn',
  });
  return (await beasties.process(html)).replace(INLINE_STYLE, trimCriticalCss);
}
