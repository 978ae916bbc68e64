import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { PanelContext } from './panel-context';

const ControlRoom = lazy(() =>
  import('./control-room').then(({ ControlRoom: component }) => ({ default: component })),
);

const isShortcut = (event: KeyboardEvent) => event.key === '.' && (event.ctrlKey || event.metaKey);

/** The permanent badge of a mock build, and the control room that it opens; Ctrl+. does the same. */
export function Panel({ context }: { context: PanelContext }) {
  const [isOpen, setOpen] = useState(false);
  const badge = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  // The badge is back in the page only after closing was rendered.
  useEffect(() => {
    if (wasOpen.current && !isOpen) badge.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (isOpen) {
    return (
      <Suspense fallback={null}>
        <ControlRoom context={context} onClose={() => setOpen(false)} />
      </Suspense>
    );
  }
  // Without a z-index it lies above the page but below every dialog, which is portalled after it.
  return (
    <button
      ref={badge}
      type="button"
      aria-label="Demo data"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+."
      title="Mails and more (Ctrl+.)"
      onClick={() => setOpen(true)}
      className="fixed bottom-3 start-3 flex min-h-6 items-center gap-1.5 rounded-full border border-line bg-raised px-2.5 py-1 text-caption font-semibold text-ink-2 opacity-90 shadow-2 hover:text-plum hover:opacity-100 focus-visible:opacity-100 print:hidden"
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-teal" />
      {/* On a phone the shorter word leaves the page its room. */}
      <span className="sm:hidden">Demo</span>
      <span className="hidden sm:inline">Demo data</span>
    </button>
  );
}
