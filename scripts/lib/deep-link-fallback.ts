import type { Plugin } from 'vite';

/** The file that a static host answers with for a path it has no file for (GitHub Pages, Netlify and others agree on it). */
export const FALLBACK_FILE = '404.html';

/** Copies the built, unrendered `index.html` to the fallback file, so that a deep link opens the application. */
export function deepLinkFallback(): Plugin {
  return {
    name: 'kitwell:deep-link-fallback',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') return;
      this.emitFile({ type: 'asset', fileName: FALLBACK_FILE, source: index.source });
    },
  };
}
