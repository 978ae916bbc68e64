import { StrictMode, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ControlRoom, type ReportDraft } from './control-room';
import { hasOpenDialog, onElementsChange } from './page/page-actions';
import { reserveRoom, watchPage } from './page-room';
import type { PanelContext, Subscribe } from './panel-context';
import { dockOf, type PanelLayout } from './panel-layout';

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

const never = () => false;
const ignoreChanges: Subscribe = () => () => undefined;

interface PanelProps {
  context: PanelContext;
  layout: PanelLayout;
  takesFocus: boolean;
  onMove: (change: Partial<PanelLayout>) => void;
  onClose: () => void;
}

/** The control room while it is open, and the part of the window that it has. */
function Panel({ layout, ...props }: PanelProps) {
  const windowWidth = useSyncExternalStore(onResize, () => window.innerWidth);
  const [draft, setDraft] = useState<ReportDraft>({ isOpen: false, note: '' });
  const { isOpen } = layout;
  const hasDialog = useSyncExternalStore(
    isOpen ? onElementsChange : ignoreChanges,
    isOpen ? hasOpenDialog : never,
  );
  const dock = dockOf(layout, windowWidth, hasDialog);
  const { edge, size, min, max } = dock;

  useLayoutEffect(watchPage, []);
  useLayoutEffect(
    () => reserveRoom(isOpen ? { edge, size, min, max } : null),
    [isOpen, edge, size, min, max],
  );

  if (!isOpen) return null;
  return <ControlRoom {...props} layout={layout} dock={dock} draft={draft} onDraft={setDraft} />;
}

/** Shows the control room at once, or with null removes it for good. */
export type ShowRoom = (props: PanelProps | null) => void;

/** Adds a React root for the control room to the end of `parent`. */
export function createRoom(parent: Element): ShowRoom {
  const container = document.createElement('div');
  parent.append(container);
  const root = createRoot(container);
  return (props) => {
    if (!props) return root.unmount();
    flushSync(() =>
      root.render(
        <StrictMode>
          <Panel key={props.context.mock.name} {...props} />
        </StrictMode>,
      ),
    );
  };
}
