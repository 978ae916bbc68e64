import { useLocation } from 'react-router-dom';
import { useFocusHeadingOn } from '@/shared/ui/use-focus-heading-on';

/** Moves the focus to the new page's h1 after a change of path. */
export function FocusOnRouteChange() {
  useFocusHeadingOn(useLocation().pathname);
  return null;
}
