import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../lib/run';

/** When a prerendered page loads the app; read by `src/before-app.ts`. */
interface Loading {
  readonly load: 'at-once' | 'on-intent';
  /** A storage key; if it is set, the app is also loaded at once. */
  readonly loadWith?: string | undefined;
  /** A storage key; if it is set, the page opens in that state and hides the prerendered content. */
  readonly opensWith?: string | undefined;
}

/** Scripts, preloads and the full style sheet; the critical styles are already inline. */
const APP_CODE =
  /\s*(?:<script type="module"[^>]*><\/script>|<link(?=[^>]* rel="(?:modulepreload|stylesheet)")[^>]*>)/g;

/** The code of the script that every prerendered page has instead of the app. */
export async function beforeAppScript(): Promise<string> {
  const output = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    resolve: { alias: { '@': join(ROOT, 'src') } },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2022',
      minify: true,
      lib: { entry: join(ROOT, 'src/before-app.ts'), formats: ['iife'], name: 'beforeApp' },
    },
  });
  const [bundle] = [output].flat();
  const file = bundle && 'output' in bundle ? bundle.output[0] : undefined;
  if (!file) throw new Error('src/before-app.ts gave no script');
  return file.code.trim();
}

/**
 * Moves the app's scripts and the full style sheet of a prerendered page into a template, where nothing is fetched or
 * run until `src/before-app.ts` moves them into the head (docs/decisions/0022).
 *
 * @param html a page with its critical styles inline
 * @throws Error if the page has no code to load
 */
export function loadOnIntent(
  html: string,
  { load, loadWith, opensWith }: Loading,
  beforeApp: string,
): string {
  const found = [...html.matchAll(APP_CODE)].map(([element]) => element.trim());
  const scripts = found.filter((element) => element.startsWith('<script'));
  const styles = found.filter((element) => element.includes('rel="stylesheet"'));
  const preloads = found.filter((element) => !scripts.includes(element) && !styles.includes(element));
  if (scripts.length === 0) throw new Error('A prerendered page has no code');
  const data = Object.entries({ load, 'load-with': loadWith, 'opens-with': opensWith })
    .map(([name, value]) => (value === undefined ? '' : ` data-${name}="${value}"`))
    .join('');
  const template = `<template id="app-code">${[...styles, ...preloads, ...scripts].join('')}</template>`;
  const unscripted = `<noscript>${styles.join('')}</noscript>`;
  return html
    .replaceAll(APP_CODE, '')
    .replace('</head>', () => `<script${data}>${beforeApp}</script></head>`)
    .replace('</body>', () => `${template}${unscripted}</body>`);
}
