import { Maximize2, Minimize2, X } from 'lucide-react';
import {
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { cx } from '@/ui/cx';
import { Loading } from '@/ui/feedback/loading';
import { Button, IconButton } from '@/ui/form/button';
import { Select } from '@/ui/form/field';
import { Tabs } from '@/ui/layout/tabs';
import { ClockTab } from './clock-tab';
import { DataTab } from './data/data-tab';
import { HistoryTab } from './history/history-tab';
import { MachinesTab } from './machines-tab';
import { MailTab } from './mail-tab';
import { isInPage, type PanelContext, useScenario } from './panel-context';
import { type Dock, type Edge, type PanelLayout, type PanelTabId, panelTabIds } from './panel-layout';
import { NoteList } from './parts';
import { BugReport, OpenedReport } from './report/capsule-section';
import { RequestsTab } from './requests/requests-tab';
import { ScenariosTab } from './scenarios-tab';

interface ResizeHandleProps {
  id: string;
  dock: Dock;
  onResize: (size: number) => void;
}

const looks: Record<Edge, { handle: string; bar: string; grow: string; shrink: string }> = {
  end: {
    handle: 'inset-y-0 -start-1 w-3 cursor-ew-resize',
    bar: 'h-16 w-1',
    grow: 'ArrowLeft',
    shrink: 'ArrowRight',
  },
  bottom: {
    handle: 'inset-x-0 top-0 h-6 cursor-ns-resize',
    bar: 'h-1 w-12 mt-1.5',
    grow: 'ArrowUp',
    shrink: 'ArrowDown',
  },
};

/** The room's edge towards the page: it moves by dragging and with the arrow keys, Home and End. */
function ResizeHandle({ id, dock: { edge, size, min, max }, onResize }: ResizeHandleProps) {
  const { handle, bar, grow, shrink } = looks[edge];
  const resize = (next: number) => onResize(Math.round(Math.max(min, Math.min(next, max))));
  const step = edge === 'bottom' ? 5 : 32;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { [grow]: size + step, [shrink]: size - step, Home: min, End: max }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    resize(next);
  };
  const onPointerMove = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { innerWidth, innerHeight } = window;
    resize(edge === 'bottom' ? 100 * (1 - clientY / innerHeight) : innerWidth - clientX);
  };
  return (
    <div className={cx('group absolute z-20 touch-none', handle)}>
      <hr
        tabIndex={0}
        aria-controls={id}
        aria-orientation={edge === 'bottom' ? 'horizontal' : 'vertical'}
        aria-label={edge === 'bottom' ? 'Height of the control room' : 'Width of the control room'}
        aria-valuenow={size}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuetext={edge === 'bottom' ? `${size} %` : `${size} pixels`}
        className="peer absolute inset-0 m-0 h-auto touch-none border-0 -outline-offset-2 select-none"
        onKeyDown={onKeyDown}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={onPointerMove}
      />
      <span
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-0 m-auto rounded-full bg-field group-hover:bg-plum peer-focus-visible:bg-plum',
          bar,
        )}
      />
    </div>
  );
}

interface ControlRoomHeaderProps {
  context: PanelContext;
  heading: Ref<HTMLHeadingElement>;
  dock: Dock;
  onResize: (size: number) => void;
  reportButton: Ref<HTMLButtonElement>;
  isReporting: boolean;
  onReport: (isReporting: boolean) => void;
  onClose: () => void;
}

const icon = { 'aria-hidden': true, className: 'size-4' } as const;

/** The title and the buttons to report a bug, resize and close. */
function ControlRoomHeader({
  context: { mock, mocks },
  heading,
  dock,
  reportButton,
  isReporting,
  onResize,
  onReport,
  onClose,
}: ControlRoomHeaderProps) {
  const { edge, size, min, max } = dock;
  const isLarge = size > (min + max) / 2;
  return (
    <header
      className={cx(
        'flex flex-wrap items-center gap-1 border-b border-line bg-plum-soft ps-4 pe-2 pb-1.5',
        edge === 'bottom' ? 'pt-3' : 'pt-1.5',
      )}
    >
      <span aria-hidden="true" className="me-1.5 size-2.5 rounded-full bg-teal" />
      <h2 ref={heading} tabIndex={-1} className="me-auto text-base font-semibold outline-none">
        Demo data <span className="hidden font-normal text-ink-2 @xl:inline">· control room</span>
      </h2>
      {mocks ? (
        <Select
          aria-label="Mock"
          options={mocks.names.map((value) => ({ value, label: value }))}
          value={mock.name}
          className="w-auto"
          onChange={(event) => mocks.choose(event.target.value)}
        />
      ) : null}
      <Button
        ref={reportButton}
        variant="ghost"
        size="sm"
        aria-expanded={isReporting}
        className="px-2 whitespace-nowrap"
        onClick={() => onReport(!isReporting)}
      >
        Report a bug
      </Button>
      {edge === 'bottom' ? null : (
        <kbd className="me-1 hidden rounded-sm whitespace-nowrap border border-line bg-surface px-1.5 text-caption text-ink-2 @lg:inline">
          Ctrl .
        </kbd>
      )}
      <IconButton
        label={isLarge ? 'Make smaller' : 'Make larger'}
        size="sm"
        icon={isLarge ? <Minimize2 {...icon} /> : <Maximize2 {...icon} />}
        onClick={() => onResize(isLarge ? min : max)}
      />
      <IconButton label="Close" size="sm" icon={<X {...icon} />} onClick={onClose} />
    </header>
  );
}

interface PanelTab {
  readonly label: string;
  /** Without it, the product supplies the tab. */
  readonly Content?: ComponentType<{ context: PanelContext }>;
}

const panelTabs: Readonly<Record<PanelTabId, PanelTab>> = {
  scenarios: { label: 'Scenarios', Content: ScenariosTab },
  stories: { label: 'Stories' },
  data: { label: 'Data', Content: DataTab },
  mail: { label: 'Mail', Content: MailTab },
  requests: { label: 'Requests', Content: RequestsTab },
  history: { label: 'History', Content: HistoryTab },
  machines: { label: 'Machines', Content: MachinesTab },
  clock: { label: 'Clock', Content: ClockTab },
};

/** Stays while the control room is closed. */
export interface ReportDraft {
  readonly isOpen: boolean;
  readonly note: string;
}

interface ControlRoomProps {
  context: PanelContext;
  layout: PanelLayout;
  dock: Dock;
  takesFocus: boolean;
  /** The bug report that is being written. */
  draft: ReportDraft;
  onDraft: (draft: ReportDraft) => void;
  onMove: (change: Partial<PanelLayout>) => void;
  onClose: () => void;
}

/** One line of tabs; where that is too narrow, two lines of four, which scroll sideways where the text is large. */
const tabsLook = cx(
  '[&>[role=tablist]]:-mx-4 [&>[role=tablist]]:grid [&>[role=tablist]]:grid-cols-[repeat(4,auto)] [&>[role=tablist]]:overflow-x-auto [&>[role=tablist]]:gap-0 [&>[role=tablist]]:bg-raised [&>[role=tablist]]:px-1',
  'tall:[&>[role=tablist]]:sticky [&>[role=tablist]]:top-0 [&>[role=tablist]]:z-10',
  '@min-[25.5rem]:[&>[role=tablist]]:flex @min-[25.5rem]:[&>[role=tablist]]:flex-nowrap [&>[role=tabpanel]]:pt-4',
  '[&_[role=tab]]:min-h-9 [&_[role=tab]]:px-0.5 [&_[role=tab]]:py-1 [&_[role=tab]]:text-caption [&_[role=tab]]:whitespace-nowrap',
  '@min-[25.5rem]:[&_[role=tab]]:min-h-11 @min-[25.5rem]:[&_[role=tab]]:flex-auto',
  '@2xl:[&_[role=tab]]:flex-none @2xl:[&_[role=tab]]:px-3 @2xl:[&_[role=tab]]:text-sm',
);

const places: Record<Edge, string> = {
  end: 'inset-y-0 end-0 w-(--room) border-s',
  bottom: 'inset-x-0 bottom-0 h-(--room) rounded-t-card border-t',
};

/**
 * The control room: beside the page in wide windows, otherwise a sheet below it (see `reserveRoom`). Not modal, so that
 * the product stays usable next to it. Escape closes it.
 */
export function ControlRoom({
  context,
  layout,
  dock,
  takesFocus,
  draft,
  onDraft,
  onMove,
  onClose,
}: ControlRoomProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const resize = (size: number) => onMove(dock.edge === 'bottom' ? { height: size } : { width: size });
  const reportButton = useRef<HTMLButtonElement>(null);
  const endReport = () => {
    onDraft({ isOpen: false, note: '' });
    reportButton.current?.focus();
  };
  return (
    <section
      id={id}
      role="dialog"
      aria-label="Demo data"
      className={cx(
        '@container fixed z-40 grid grid-cols-1 grid-rows-[auto_minmax(0,1fr)] border-line bg-raised text-ink shadow-3 print:hidden',
        places[dock.edge],
      )}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <ResizeHandle id={id} dock={dock} onResize={resize} />
      <ControlRoomHeader
        context={context}
        heading={heading}
        dock={dock}
        reportButton={reportButton}
        isReporting={draft.isOpen}
        onResize={resize}
        onReport={(isOpen) => onDraft({ ...draft, isOpen })}
        onClose={onClose}
      />
      <div className="tall:scroll-pt-22 overflow-y-auto overscroll-contain px-4 pb-4">
        <NoteList notes={context.notes} className="mb-3" />
        {isInPage(context) ? <OpenedReport context={context} /> : null}
        {isInPage(context) && draft.isOpen ? (
          <BugReport
            context={context}
            note={draft.note}
            onNote={(note) => onDraft({ ...draft, note })}
            onClose={endReport}
          />
        ) : null}
        <RoomTabs context={context} tab={layout.tab} onTab={(tab) => onMove({ tab })} />
      </div>
    </section>
  );
}

interface RoomTabsProps {
  context: PanelContext;
  tab: PanelTabId;
  onTab: (tab: PanelTabId) => void;
}

/** What the room shows. Its parent is a container with a padding of 1rem at the sides. */
export function RoomTabs({ context, tab, onTab }: RoomTabsProps) {
  const { overrides } = useScenario(context);
  return (
    <Tabs
      label="Control room"
      className={tabsLook}
      value={tab}
      onValueChange={onTab}
      tabs={panelTabIds.flatMap((id) => {
        const { label, Content = context.tabs?.[id] } = panelTabs[id];
        if (!Content || (id === 'machines' && !context.mountMachines)) return [];
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
  );
}

function CountedLabel({ label, count }: { label: string; count: number }) {
  return (
    <>
      {label}{' '}
      <span className="rounded-full bg-coral-soft px-1.5 py-0.5 text-caption leading-none text-coral">
        {count}
      </span>
    </>
  );
}
