import { prefetchPage } from './load-page';

/** Somebody points at a link, touches it or moves the focus to it: most often they are about to follow it. */
const signsOfIntent = ['pointerover', 'touchstart', 'focusin'] as const;

/**
 * Fetches a page's code as soon as somebody is about to open it. Listens once for the whole document, so that links in
 * parts of the page that React has not reached yet count too.
 */
export function prefetchOnIntent(): void {
  const asked = new Set<string>();
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin !== location.origin || asked.has(link.pathname)) return;
    asked.add(link.pathname);
    // A page that can't be fetched now is asked for again by the click.
    prefetchPage(link.pathname).catch(() => asked.delete(link.pathname));
  };
  for (const sign of signsOfIntent) document.addEventListener(sign, prefetch, { passive: true });
}
