import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { toast } from '@/ui/feedback/toast';
import { Panel } from './panel';
import type { PanelContext } from './panel-context';
import { addBesideDialogs } from './stories/beside-dialogs';
import { readProgress } from './stories/story-progress';

/** Shows important notes as toasts. Returns a function that stops it. */
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

/** The story of this tab, if there is one. Its code is loaded only then. */
async function mountStoryWhenReady({ control }: PanelContext): Promise<() => void> {
  await control.ready;
  if (readProgress() === null) return () => undefined;
  const { mountStory } = await import('./stories/mount-story');
  return mountStory(control);
}

/** Mounts the badge in its own React root. Returns a function that unmounts it. */
export function mountPanel(context: PanelContext): () => void {
  const container = addBesideDialogs('Demo tools');
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <Panel context={context} />
    </StrictMode>,
  );
  const stopNews = toastNews(context);
  const story = mountStoryWhenReady(context);
  return () => {
    stopNews();
    void story.then((remove) => remove());
    root.unmount();
    container.remove();
  };
}
