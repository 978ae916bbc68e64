import { useEffect } from 'react';
import { pageTitle } from '@/lib/brand';

/** Sets the title of the tab while the component is mounted. In: the page's own name, none for the landing page. */
export function useDocumentTitle(page?: string): void {
  useEffect(() => {
    document.title = pageTitle(page);
  }, [page]);
}
