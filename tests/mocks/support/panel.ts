import type { MockControl } from '@kitwell/mock-engine/control';
import type { Mock } from '@kitwell/mock-engine/engine/mock';
import { createActorWatch } from '@kitwell/mock-engine/inspector/actor-watch';
import { mountInspector } from '@kitwell/mock-engine/inspector/inspector-view';
import { createNotes } from '@kitwell/mock-engine/world/notes';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { StoriesTab } from '@/mocks/kitwell/stories/player/stories-tab';
import { createMockServer, type MockServer, type MockServerOptions } from '@/mocks/node';
import { mountPanel } from '@/mocks/panel/mount';
import type { PanelContext } from '@/mocks/panel/panel-context';
// Preloads the code, so that tests don't wait for its compilation.
import '@/mocks/panel/panel';

/** As in a new browser tab, of a user who has never opened the control room. */
export function clearLayout(): void {
  window.name = '';
  Reflect.set(document, 'cookie', 'kitwell-mock-panel=; Path=/; Max-Age=0');
}

/** The control room's dependencies, with its own mock backend. */
export function panelParts(mock: MockServer) {
  const notes = createNotes();
  const actors = createActorWatch();
  const mountMachines = (element: Element) => mountInspector(actors, element);
  const context = {
    mock: kitwell as unknown as Mock,
    control: mock as unknown as MockControl,
    tabs: { stories: StoriesTab },
    mountMachines,
    notes,
    onDataChange: mock.onDataChange,
    onLogChange: mock.engine.log.onChange,
    onScenarioChange: mock.engine.scenario.onChange,
  };
  return { notes, actors, context };
}

/** Mounts the badge and the control room. Returns a function that unmounts them before the test ends. */
export function showPanel(context: PanelContext): () => void {
  let unmount: (() => void) | undefined = mountPanel(context);
  const unmountOnce = () => {
    act(() => unmount?.());
    unmount = undefined;
  };
  onTestFinished(unmountOnce);
  return unmountOnce;
}

/** The control room with a tab open. */
export async function openTab(tab: string, options: MockServerOptions = { preset: 'empty' }) {
  clearLayout();
  const mock = createMockServer(options);
  await mock.ready;
  const parts = panelParts(mock);
  showPanel(parts.context);
  const user = userEvent.setup();
  await user.keyboard('{Control>}.{/Control}');
  await user.click(await screen.findByRole('tab', { name: tab }));
  return { mock, user, ...parts };
}
