import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMockServer, type MockServer, type MockServerOptions } from '@/mocks/node';
import { createActorWatch } from '@/mocks/panel/actor-watch';
import { Panel } from '@/mocks/panel/panel';
import { createNotes } from '@/mocks/world/notes';
// A test waits for what the control room does, and not until its code has been compiled.
import '@/mocks/panel/control-room';
import '@/mocks/panel/machines-tab';

/** Forgets where the control room was left. */
export function forgetPlace(): void {
  Reflect.set(document, 'cookie', 'kitwell-mock-panel=; Path=/; Max-Age=0');
}

/** Everything the control room stands on, over a mock backend of its own. */
export function panelParts(mock: MockServer) {
  const notes = createNotes();
  const actors = createActorWatch();
  const context = {
    control: mock,
    notes,
    actors,
    onDataChange: mock.onDataChange,
    onLogChange: mock.engine.log.onChange,
    onScenarioChange: mock.engine.scenario.onChange,
  };
  return { notes, actors, context };
}

/** The control room with a tab open. */
export async function openTab(tab: string, options: MockServerOptions = { preset: 'empty' }) {
  forgetPlace();
  const mock = createMockServer(options);
  await mock.ready;
  const parts = panelParts(mock);
  render(<Panel context={parts.context} />);
  const user = userEvent.setup();
  await user.keyboard('{Control>}.{/Control}');
  await user.click(await screen.findByRole('tab', { name: tab }));
  return { mock, user, ...parts };
}
