import type { Plugin } from 'vite';

/** The application's page without rendered content, for every path that has no prerendered page. */
export const SHELL_FILE = 'spa.html';
/** The same page under the name that static hosts expect (GitHub Pages, Netlify and others). */
export const FALLBACK_FILE = '404.html';

/** Copies the built, unrendered `index.html` to the fallback files, so that deep links open the application. */
export function deepLinkFallback(): Plugin {
  return {
    name: 'kitwell:deep-link-fallback',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') return;
      for (const fileName of [SHELL_FILE, FALLBACK_FILE])
        this.emitFile({ type: 'asset', fileName, source: index.source });
    },
  };
}
