import { inlineScript } from './inline-scripts';

/** Code, what is fetched ahead for it, and the whole style sheet, of which the page holds what it needs. */
const LATER =
  /\s*(?:<script type="module"[^>]*><\/script>|<link(?=[^>]* rel="(?:modulepreload|stylesheet)")[^>]*>)/g;

/**
 * Lets a drawn page fetch its code and the rest of its styles after the first paint: asking for a dozen files costs a slow
 * phone as much as laying out the page (docs/decisions/0020).
 *
 * @param html a page with its critical styles inline
 * @throws Error when the page has no code to fetch
 */
export async function fetchAfterFirstPaint(html: string): Promise<string> {
  const later = [...html.matchAll(LATER)].map(([element]) => element.trim());
  const code = later.filter((element) => element.startsWith('<script'));
  const styles = later.filter((element) => element.includes('rel="stylesheet"'));
  const ahead = later.filter((element) => !code.includes(element) && !styles.includes(element));
  if (code.length === 0) throw new Error('A drawn page has no code');
  // What is in a template is neither fetched nor run before it is moved into the page.
  const held = `<template id="fetched-later">${[...styles, ...ahead, ...code].join('')}</template>`;
  const unscripted = `<noscript>${styles.join('')}</noscript>`;
  const starter = await inlineScript('fetch-later.js');
  return html.replaceAll(LATER, '').replace('</body>', () => `${held}${unscripted}${starter}</body>`);
}
