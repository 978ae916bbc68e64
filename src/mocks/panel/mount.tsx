import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { toast } from '@/ui/feedback/toast';
import { Panel } from './panel';
import type { PanelContext } from './panel-context';
import { addPanelRoot } from './panel-root';

/** Shows important notes as toasts. Returns a function that stops it. */
function toastNews({ notes }: PanelContext): () => void {
  let lastShown = 0;
  const show = () => {
    for (const { id, news, action } of notes.list()) {
      if (news !== undefined && id > lastShown)
        toast(news, { tone: 'warning', outlivesSession: true, action });
      lastShown = Math.max(lastShown, id);
    }
  };
  show();
  return notes.onChange(show);
}

/** Mounts the badge in its own React root, at the end of `parent`. Returns a function that unmounts it. */
export function mountPanel(parts: PanelContext, parent: ParentNode = document.body): () => void {
  const container = addPanelRoot('Demo tools', parent);
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <Panel context={parts} />
    </StrictMode>,
  );
  const stopNews = toastNews(parts);
  return () => {
    stopNews();
    root.unmount();
    container.remove();
  };
}
