import { lazy, type Ref, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { cx } from '@/ui/cx';
import { type PanelContext, useScenario } from './panel-context';
import { type PanelLayout, readLayout, storeLayout } from './panel-layout';

interface BadgeProps {
  ref: Ref<HTMLButtonElement>;
  context: PanelContext;
  side: PanelLayout['side'];
  onOpen: () => void;
}

/** Shows that the data is not real, whether failures are enabled, and what the mock is missing. */
function Badge({ ref, context, side, onOpen }: BadgeProps) {
  const { overrides, chaos } = useScenario(context);
  const notes = useSyncExternalStore(context.notes.onChange, context.notes.list);
  const limits = [...new Set(notes.flatMap(({ badge }) => badge ?? []))];
  const altered = overrides.length > 0 || chaos !== null;
  const words = [
    overrides.length > 0 ? `${overrides.length} overridden` : '',
    chaos === null ? '' : 'chaos',
  ].filter(Boolean);
  // Without a z-index it is above the page but below dialogs, which are portalled after it.
  return (
    <button
      ref={ref}
      type="button"
      data-badge=""
      aria-label={['Demo data', ...limits, ...words].join(', ')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+."
      title="Control room (Ctrl+.)"
      onClick={onOpen}
      className={cx(
        'fixed bottom-3 flex min-h-6 items-center gap-1.5 rounded-full border border-line bg-raised px-2.5 py-1 text-caption font-semibold text-ink-2 opacity-90 shadow-2 hover:text-plum hover:opacity-100 focus-visible:opacity-100 print:hidden',
        side === 'start' ? 'start-3' : 'end-3',
      )}
    >
      <span aria-hidden="true" className={cx('size-2 rounded-full', altered ? 'bg-coral' : 'bg-teal')} />
      {/* On phones a shorter label saves space. */}
      <span className="sm:hidden">Demo</span>
      <span className="hidden sm:inline">Demo data</span>
      {limits.map((limit) => (
        <span key={limit}>· {limit}</span>
      ))}
      {altered ? <span className="text-coral">{words.join(', ')}</span> : null}
    </button>
  );
}

const ControlRoom = lazy(() =>
  import('./control-room').then(({ ControlRoom: component }) => ({ default: component })),
);

const isShortcut = (event: KeyboardEvent) => event.key === '.' && (event.ctrlKey || event.metaKey);

/** The permanent badge of a mock build, and the control room that it or Ctrl+. opens. */
export function Panel({ context }: { context: PanelContext }) {
  const [layout, setLayout] = useState(readLayout);
  const badge = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(layout.isOpen);
  // Move the focus only if the user just opened it, not if it was still open from the last visit.
  const [isAsked, setAsked] = useState(false);
  const { isOpen } = layout;

  const move = (change: Partial<PanelLayout>) => setLayout((held) => ({ ...held, ...change }));
  const setOpen = (open: boolean) => {
    setAsked(open);
    move({ isOpen: open });
  };
  const kept = useRef(layout);
  useEffect(() => {
    // Not on mount: another tab may have closed the control room since this tab read the cookie.
    if (kept.current !== layout) storeLayout(layout);
    kept.current = layout;
  }, [layout]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setAsked(true);
      setLayout((held) => ({ ...held, isOpen: !held.isOpen }));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  // The badge is only rendered again after closing.
  useEffect(() => {
    if (wasOpen.current && !isOpen) badge.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (!isOpen) return <Badge ref={badge} context={context} side={layout.side} onOpen={() => setOpen(true)} />;
  return (
    <Suspense fallback={null}>
      <ControlRoom
        context={context}
        layout={layout}
        takesFocus={isAsked}
        onMove={move}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
}
