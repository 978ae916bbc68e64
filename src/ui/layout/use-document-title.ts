import { useEffect } from 'react';
import { pageTitle } from '@/lib/brand';

/**
 * Sets the document title while mounted.
 *
 * @param page the name of the page; absent for the landing page
 */
export function useDocumentTitle(page?: string): void {
  useEffect(() => {
    document.title = pageTitle(page);
  }, [page]);
}
