import { errorMessage } from '@kitwell/mock-engine/error-message';
import { connectRoom, type RemoteRoom } from '@kitwell/mock-engine/hosts/remote-room';
import { StrictMode, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Notice } from '@/ui/feedback/notice';
import { RoomTabs } from '../control-room';
import { panelTabIds } from '../panel-layout';
import { NoteList } from '../parts';
import '../room/room.css';

/** The control room of a server, as a page of its own. The address keeps the open tab. */
function RoomPage({ room }: { room: RemoteRoom }) {
  const [tab, setTab] = useState(() => panelTabIds.find((id) => location.hash === `#${id}`) ?? 'scenarios');
  const isConnected = useSyncExternalStore(room.onConnection, room.isConnected);
  const tenant = new URLSearchParams(location.search).get('tenant');
  return (
    <main className="@container mx-auto min-h-dvh max-w-6xl bg-raised px-4 pb-8 text-ink">
      <header className="flex flex-wrap items-baseline gap-x-3 py-3">
        <h1 className="font-display text-h2">Control room</h1>
        <p className="me-auto text-ink-2 wrap-anywhere">
          {room.mock.name}
          {tenant === null ? '' : `, data of ${tenant}`}
        </p>
        <p role="status" className={isConnected ? 'text-sm text-ink-2' : 'text-sm text-red'}>
          {isConnected ? 'Connected' : 'No connection to the mock. Trying again …'}
        </p>
      </header>
      <NoteList notes={room.notes} className="mb-3" />
      <RoomTabs
        context={room}
        tab={tab}
        onTab={(next) => {
          history.replaceState(null, '', `#${next}`);
          setTab(next);
        }}
      />
    </main>
  );
}

const container = document.querySelector('#root');
if (container) {
  const root = createRoot(container);
  connectRoom().then(
    (room) => {
      document.title = `Control room · ${room.mock.name}`;
      root.render(
        <StrictMode>
          <RoomPage room={room} />
        </StrictMode>,
      );
    },
    (error: unknown) => root.render(<Notice tone="error">{errorMessage(error)}</Notice>),
  );
}
