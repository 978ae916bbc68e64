import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Beasties from 'beasties';
import { ROOT } from '../lib/run';

const INLINE_STYLE = /(?<=<style>)[\s\S]*?(?=<\/style>)/g;
const PROPERTY = /@property (--[\w-]+)\{[^}]*\}/g;
const THEME = /(?<=@layer theme\{:root\{)[^}]*(?=\})/;
/** The grain texture is expensive to render, so it comes later with the full style sheet. */
const GRAIN = /\.grain:before\{[^}]*\}/g;

/** The illustrations are a file of their own, with the tokens of the page. */
const SCENES = readFileSync(join(ROOT, 'src/ui/art/scenes.svg'), 'utf8');

/**
 * Removes rules that the first paint does not need: tokens and registered properties that no rule in the page uses, and
 * the grain. The full style sheet, loaded later, contains all of them.
 */
function trimCriticalCss(css: string): string {
  let trimmed = css.replace(GRAIN, '');
  const isRead = (name: string) =>
    [trimmed, SCENES].some((text) => text.includes(`var(${name},`) || text.includes(`var(${name})`));
  const tokensRead = (tokens: string) =>
    tokens
      .split(/;(?=--)/)
      .filter((token) => isRead(token.slice(0, token.indexOf(':'))))
      .join(';');
  // Repeat: a token may be used only by another token that was removed.
  for (let before = ''; before !== trimmed; ) {
    before = trimmed;
    trimmed = trimmed.replace(THEME, tokensRead);
  }
  return trimmed.replace(PROPERTY, (rule, name: string) => (isRead(name) ? rule : ''));
}

/**
 * Inlines the rules that a page needs and moves the full style sheet to its end, where it does not block rendering. All
 * theme rules stay, because the theme is known only in the browser.
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
    // Font families are set by custom properties, which it does not resolve; `page-fonts.ts` declares the fonts.
    fonts: false,
    keyframes: 'critical',
    // It treats selectors in brackets, such as Tailwind's child selectors, as unused.
    allowRules: [/data-theme/, /aria-busy/, /:(is|where|not|has)\(/],
    logLevel: 'warn',
  });
  return (await beasties.process(html)).replace(INLINE_STYLE, trimCriticalCss);
}
