import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Badge } from './badge';
import type { PanelContext } from './panel-context';
import { keepPlace, type Place, readPlace } from './place';

const ControlRoom = lazy(() =>
  import('./control-room').then(({ ControlRoom: component }) => ({ default: component })),
);

const isShortcut = (event: KeyboardEvent) => event.key === '.' && (event.ctrlKey || event.metaKey);

/** The permanent badge of a mock build, and the control room that it opens; Ctrl+. does the same. */
export function Panel({ context }: { context: PanelContext }) {
  const [place, setPlace] = useState(readPlace);
  const badge = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(place.isOpen);
  // Only somebody who just opened it wants the focus there; one that was open at the last visit must not take it.
  const [isAsked, setAsked] = useState(false);
  const { isOpen } = place;

  const move = (change: Partial<Place>) => setPlace((held) => ({ ...held, ...change }));
  const setOpen = (open: boolean) => {
    setAsked(open);
    move({ isOpen: open });
  };
  const kept = useRef(place);
  useEffect(() => {
    // Not on mount: another tab may have closed the control room since the place was read.
    if (kept.current !== place) keepPlace(place);
    kept.current = place;
  }, [place]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setAsked(true);
      setPlace((held) => ({ ...held, isOpen: !held.isOpen }));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  // The badge is back in the page only after closing was rendered.
  useEffect(() => {
    if (wasOpen.current && !isOpen) badge.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (!isOpen) return <Badge ref={badge} context={context} side={place.side} onOpen={() => setOpen(true)} />;
  return (
    <Suspense fallback={null}>
      <ControlRoom
        context={context}
        place={place}
        takesFocus={isAsked}
        onMove={move}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
}
