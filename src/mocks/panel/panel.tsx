import {
  lazy,
  type Ref,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { cx } from '@/ui/cx';
import type { ReportDraft } from './control-room';
import { hasOpenDialog, onElementsChange } from './page/page-actions';
import { reserveRoom, watchPage } from './page-room';
import { type PanelContext, type Subscribe, useScenario } from './panel-context';
import { dockOf, type PanelLayout, readLayout, storeLayout } from './panel-layout';

interface BadgeProps {
  ref: Ref<HTMLButtonElement>;
  context: PanelContext;
  onOpen: () => void;
}

/** Shows that the data is not real, whether failures are enabled, and what the mock is missing. */
function Badge({ ref, context, onOpen }: BadgeProps) {
  const { overrides, chaos } = useScenario(context);
  const notes = useSyncExternalStore(context.notes.onChange, context.notes.list);
  const limits = new Set(notes.flatMap(({ badge }) => badge ?? []));
  const altered = overrides.length > 0 || chaos !== null;
  const changes = [
    overrides.length > 0 ? `${overrides.length} overridden` : '',
    chaos === null ? '' : 'chaos',
  ].filter(Boolean);
  // Above dialogs as well: pressing what is below one would close it, and lose what was entered.
  return (
    <button
      ref={ref}
      type="button"
      data-badge=""
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+."
      title="Control room (Ctrl+.)"
      onClick={onOpen}
      className="group/badge fixed start-0 z-40 top-[calc((100dvh-var(--room-bottom,0px))/2)] flex min-w-6 -translate-y-1/2 sm:start-3 sm:top-auto sm:bottom-[calc(0.75rem+var(--room-bottom,0px))] sm:min-h-6 sm:translate-y-0 print:hidden"
    >
      {/* On phones it is narrow and upright in the page's margin, where it covers no text: "inline" is vertical there. */}
      <span className="flex max-h-[60dvh] items-center gap-1.5 overflow-hidden rounded-r-control border border-l-0 border-line bg-raised px-2 py-px text-caption max-sm:text-[13px] leading-none font-semibold text-ink-2 shadow-2 group-hover/badge:text-plum max-sm:[writing-mode:vertical-rl] sm:rounded-full sm:border-l sm:px-2.5 sm:py-1 sm:leading-normal sm:opacity-90 sm:group-hover/badge:opacity-100 sm:group-focus-visible/badge:opacity-100">
        <span
          aria-hidden="true"
          className={cx('size-[8px] rounded-full', altered ? 'bg-coral' : 'bg-teal')}
        />
        <span>
          {['Demo data', ...limits].join(', ')}
          {altered ? <span className="text-coral">, {changes.join(', ')}</span> : null}
        </span>
      </span>
    </button>
  );
}

const ControlRoom = lazy(() =>
  import('./control-room').then(({ ControlRoom: component }) => ({ default: component })),
);

/** What has the focus, also inside a shadow root. */
function focused(): Element | null {
  let { activeElement } = document;
  while (activeElement?.shadowRoot?.activeElement) ({ activeElement } = activeElement.shadowRoot);
  return activeElement;
}

const isShortcut = (event: KeyboardEvent) => event.key === '.' && (event.ctrlKey || event.metaKey);

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

const never = () => false;
const ignoreChanges: Subscribe = () => () => undefined;

/** The panel of one of the page's mocks, which is chosen in the control room. */
export function Panels({ contexts }: { contexts: readonly PanelContext[] }) {
  const [chosen, setChosen] = useState<string>();
  const called = (name: string | undefined) => contexts.find(({ mock }) => mock.name === name);
  const wasOpen = contexts.find(({ mock }) => readLayout(mock.name).isOpen);
  const context = called(chosen) ?? wasOpen ?? contexts[0];
  if (!context) return null;
  const { name } = context.mock;
  const mocks = {
    names: contexts.map(({ mock }) => mock.name),
    choose(other: string) {
      storeLayout(other, readLayout(name));
      setChosen(other);
    },
  };
  return <Panel key={name} context={contexts.length > 1 ? { ...context, mocks } : context} />;
}

/** The permanent badge of a mock build, and the control room that it or Ctrl+. opens. */
export function Panel({ context }: { context: PanelContext }) {
  const { name } = context.mock;
  const [layout, setLayout] = useState(() => readLayout(name));
  const windowWidth = useSyncExternalStore(onResize, () => window.innerWidth);
  const badge = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(layout.isOpen);
  /** What had the focus when the control room was opened. */
  const origin = useRef<Element | null>(null);
  // Move the focus only if the user just opened it, not if it was still open before a reload.
  const [isAsked, setAsked] = useState(false);
  const [draft, setDraft] = useState<ReportDraft>({ isOpen: false, note: '' });
  const { isOpen } = layout;
  const hasDialog = useSyncExternalStore(
    isOpen ? onElementsChange : ignoreChanges,
    isOpen ? hasOpenDialog : never,
  );
  const dock = dockOf(layout, windowWidth, hasDialog);
  const { edge, size, min, max } = dock;

  const move = (change: Partial<PanelLayout>) => setLayout((before) => ({ ...before, ...change }));
  const setOpen = (open: boolean) => {
    setAsked(open);
    move({ isOpen: open });
  };
  const storedLayout = useRef(layout);
  useEffect(() => {
    // Not on mount: another tab may have stored its layout since this tab read the cookie.
    if (storedLayout.current !== layout) storeLayout(name, layout);
    storedLayout.current = layout;
  }, [layout, name]);

  useLayoutEffect(watchPage, []);
  useLayoutEffect(
    () => reserveRoom(isOpen ? { edge, size, min, max } : null),
    [isOpen, edge, size, min, max],
  );

  // Before the badge is painted: a key pressed as soon as it shows must count.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setAsked(true);
      setLayout((before) => ({ ...before, isOpen: !before.isOpen }));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  // The badge is only rendered while it is closed, so the focus returns to it if it came from there.
  useLayoutEffect(() => {
    if (!isOpen && wasOpen.current) {
      const { current: before } = origin;
      const returns = before instanceof HTMLElement && before.isConnected && before !== document.body;
      (returns ? before : badge.current)?.focus();
    }
    wasOpen.current = isOpen;
    return () => {
      if (!isOpen) origin.current = focused();
    };
  }, [isOpen]);

  if (!isOpen) return <Badge ref={badge} context={context} onOpen={() => setOpen(true)} />;
  return (
    <Suspense fallback={null}>
      <ControlRoom
        context={context}
        layout={layout}
        dock={dock}
        takesFocus={isAsked}
        draft={draft}
        onDraft={setDraft}
        onMove={move}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
}
