import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { toast } from '@/ui/feedback/toast';
import { Panels } from './panel';
import type { PanelContext } from './panel-context';
import { addPanelRoot } from './panel-root';

/** Shows important notes as toasts. Returns a function that stops it. */
function toastNews({ notes }: PanelContext): () => void {
  let lastNote = 0;
  const show = () => {
    for (const { id, news, action } of notes.list()) {
      if (news !== undefined && id > lastNote)
        toast(news, { tone: 'warning', outlivesSession: true, action });
      lastNote = Math.max(lastNote, id);
    }
  };
  show();
  return notes.onChange(show);
}

/** What is mounted, by its parent. */
const mounted = new Map<ParentNode, { container: HTMLElement; root: Root; contexts: Set<PanelContext> }>();

/**
 * Mounts the badge in its own React root, at the end of `parent`; several mocks share one. Returns a function that
 * unmounts it.
 */
export function mountPanel(parts: PanelContext, parent: ParentNode = document.body): () => void {
  let panel = mounted.get(parent);
  if (!panel) {
    const container = addPanelRoot('Demo tools', parent);
    panel = { container, root: createRoot(container), contexts: new Set() };
    mounted.set(parent, panel);
  }
  const { container, root, contexts } = panel;
  const render = () =>
    root.render(
      <StrictMode>
        <Panels contexts={[...contexts]} />
      </StrictMode>,
    );
  contexts.add(parts);
  render();
  const stopNews = toastNews(parts);
  return () => {
    stopNews();
    contexts.delete(parts);
    if (contexts.size > 0) return render();
    root.unmount();
    container.remove();
    mounted.delete(parent);
  };
}
