import { ArrowLeftRight, Maximize2, Minimize2, X } from 'lucide-react';
import { type ComponentType, lazy, type Ref, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { cx } from '@/ui/cx';
import { Loading } from '@/ui/feedback/loading';
import { Notice } from '@/ui/feedback/notice';
import { IconButton } from '@/ui/form/icon-button';
import { Tabs } from '@/ui/layout/tabs';
import { ClockTab } from './clock-tab';
import { DataTab } from './data-tab';
import { MailTab } from './mail-tab';
import { type PanelContext, useScenario } from './panel-context';
import { type PanelLayout, type PanelTabId, panelTabIds } from './panel-layout';
import { RequestsTab } from './requests-tab';
import { ScenariosTab } from './scenarios-tab';

interface ControlRoomHeaderProps {
  heading: Ref<HTMLHeadingElement>;
  layout: PanelLayout;
  onMove: (change: Partial<PanelLayout>) => void;
  onClose: () => void;
}

const icon = { 'aria-hidden': true, className: 'size-4' } as const;

/** The title and the buttons to move, resize and close. On a phone the position is fixed. */
function ControlRoomHeader({ heading, layout, onMove, onClose }: ControlRoomHeaderProps) {
  const { side, isWide } = layout;
  return (
    <header className="flex items-center gap-1 border-b border-line bg-plum-soft ps-4 pe-2 py-1.5">
      <span aria-hidden="true" className="me-1.5 size-2.5 rounded-full bg-teal" />
      <h2 ref={heading} tabIndex={-1} className="me-auto text-base font-semibold outline-none">
        Demo data <span className="font-normal text-ink-2">· control room</span>
      </h2>
      <kbd className="me-1 hidden rounded-sm border border-line bg-surface px-1.5 text-caption text-ink-2 sm:inline">
        Ctrl .
      </kbd>
      <span className="hidden sm:contents">
        <IconButton
          label={side === 'start' ? 'Move to the right' : 'Move to the left'}
          tooltip={false}
          size="sm"
          icon={<ArrowLeftRight {...icon} />}
          onClick={() => onMove({ side: side === 'start' ? 'end' : 'start' })}
        />
        <IconButton
          label={isWide ? 'Make narrower' : 'Make wider'}
          tooltip={false}
          size="sm"
          icon={isWide ? <Minimize2 {...icon} /> : <Maximize2 {...icon} />}
          onClick={() => onMove({ isWide: !isWide })}
        />
      </span>
      <IconButton label="Close" tooltip={false} size="sm" icon={<X {...icon} />} onClick={onClose} />
    </header>
  );
}

interface PanelTab {
  readonly label: string;
  readonly Content: ComponentType<{ context: PanelContext }>;
}

// Loaded on demand, because it contains the chart layout library.
const MachinesTab = lazy(() =>
  import('./machines-tab').then(({ MachinesTab: component }) => ({ default: component })),
);

const panelTabs: Readonly<Record<PanelTabId, PanelTab>> = {
  scenarios: { label: 'Scenarios', Content: ScenariosTab },
  data: { label: 'Data', Content: DataTab },
  mail: { label: 'Mail', Content: MailTab },
  requests: { label: 'Requests', Content: RequestsTab },
  machines: { label: 'Machines', Content: MachinesTab },
  clock: { label: 'Clock', Content: ClockTab },
};

interface ControlRoomProps {
  context: PanelContext;
  layout: PanelLayout;
  takesFocus: boolean;
  onMove: (change: Partial<PanelLayout>) => void;
  onClose: () => void;
}

/**
 * The control room. Not modal, so that the product stays usable next to it. Escape closes it. It is at the bottom,
 * where only a phone's toasts are above it.
 */
export function ControlRoom({ context, layout, takesFocus, onMove, onClose }: ControlRoomProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const notes = useSyncExternalStore(context.notes.onChange, context.notes.list);
  const { overrides } = useScenario(context);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section
      role="dialog"
      aria-label="Demo data"
      className={cx(
        'fixed inset-x-2 bottom-2 z-40 grid h-[min(78dvh,46rem)] grid-cols-1 grid-rows-[auto_minmax(0,1fr)] overflow-hidden rounded-card border border-line bg-raised text-ink shadow-3 motion-safe:animate-rise print:hidden',
        layout.side === 'start' ? 'sm:end-auto' : 'sm:start-auto',
        layout.isWide ? 'sm:w-[min(60rem,calc(100vw-1rem))]' : 'sm:w-[min(36rem,calc(100vw-1rem))]',
      )}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <ControlRoomHeader heading={heading} layout={layout} onMove={onMove} onClose={onClose} />
      <div className="tall:scroll-pt-14 overflow-y-auto overscroll-contain px-4 pb-4">
        {notes.map((note) => (
          <Notice key={note.id} tone="warning" className="mb-3">
            {note.text}
          </Notice>
        ))}
        <Tabs
          label="Control room"
          className="tall:[&>[role=tablist]]:sticky [&>[role=tablist]]:top-0 [&>[role=tablist]]:z-10 [&>[role=tablist]]:bg-raised [&>[role=tabpanel]]:pt-4 max-sm:[&_[role=tab]]:px-0.5 max-sm:[&_[role=tab]]:text-caption"
          value={layout.tab}
          onValueChange={(tab) => onMove({ tab })}
          tabs={panelTabIds.map((id) => {
            const { label, Content } = panelTabs[id];
            const count = id === 'scenarios' ? overrides.length : 0;
            return {
              value: id,
              label: count === 0 ? label : <CountedLabel label={label} count={count} />,
              content: (
                <Suspense fallback={<Loading />}>
                  <Content context={context} />
                </Suspense>
              ),
            };
          })}
        />
      </div>
    </section>
  );
}

function CountedLabel({ label, count }: { label: string; count: number }) {
  return (
    <>
      {label}{' '}
      <span className="ms-1 rounded-full bg-coral-soft px-1.5 py-0.5 text-caption text-coral">{count}</span>
    </>
  );
}
