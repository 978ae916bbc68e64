import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { besideDialogs } from '@/shared/ui/beside-dialogs';
import { Panel } from './panel';
import type { PanelContext } from './panel-context';

/** Puts the badge into the page, as a React root of its own. Answers the function that takes it out. */
export function mountPanel(context: PanelContext): () => void {
  const place = document.createElement('aside');
  place.setAttribute('aria-label', 'Demo tools');
  for (const [name, value] of Object.entries(besideDialogs)) place.setAttribute(name, value);
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <StrictMode>
      <Panel context={context} />
    </StrictMode>,
  );
  return () => {
    root.unmount();
    place.remove();
  };
}
