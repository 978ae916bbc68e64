import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ignoreOutsidePress } from '@/ui/dialog/ignore-outside-press';
import { toast } from '@/ui/feedback/toast';
import { Panel } from './panel';
import type { PanelContext } from './panel-context';

/** Shows what the user should hear of at once. Returns the function that stops it. */
function toastNews({ notes }: PanelContext): () => void {
  let lastShown = 0;
  const show = () => {
    for (const { id, text, isNews } of notes.list()) {
      if (isNews && id > lastShown) toast(text, { tone: 'warning' });
      lastShown = Math.max(lastShown, id);
    }
  };
  show();
  return notes.onChange(show);
}

/** Puts the badge into the page, as a React root of its own. Answers the function that takes it out. */
export function mountPanel(context: PanelContext): () => void {
  const place = document.createElement('aside');
  place.setAttribute('aria-label', 'Demo tools');
  for (const [name, value] of Object.entries(ignoreOutsidePress)) place.setAttribute(name, value);
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <StrictMode>
      <Panel context={context} />
    </StrictMode>,
  );
  const stopNews = toastNews(context);
  return () => {
    stopNews();
    root.unmount();
    place.remove();
  };
}
