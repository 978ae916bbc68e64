import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { addPanelRoot } from '@/mocks/panel/panel-root';
import { findSubject, focusOn } from './stage';
import { StoryBar } from './story-bar';
import { createStoryPlayer } from './story-player';
import type { Control } from './story-world';

/** Goes on with the story of this tab, if there is one. Returns a function that removes it from the page. */
export function mountStory(control: Control): () => void {
  const player = createStoryPlayer(control);
  if (player === null) return () => undefined;
  const container = addPanelRoot('Story');
  const root = createRoot(container);
  const remove = () => {
    root.unmount();
    container.remove();
  };
  const close = () => {
    const { story, step } = player.state();
    const shown = story.steps[step]?.show;
    const hadFocus = container.contains(document.activeElement);
    player.close();
    remove();
    const element = hadFocus && shown ? findSubject(shown) : undefined;
    if (element) focusOn(element);
  };
  root.render(
    <StrictMode>
      <StoryBar player={player} onClose={close} />
    </StrictMode>,
  );
  return remove;
}
