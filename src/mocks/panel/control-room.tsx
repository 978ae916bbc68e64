import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { cx } from '@/ui/cx';
import { Loading } from '@/ui/feedback/loading';
import { Notice } from '@/ui/feedback/notice';
import { Tabs } from '@/ui/layout/tabs';
import { ControlRoomHeader } from './control-room-header';
import type { PanelContext } from './panel-context';
import { panelTabIds } from './panel-tab-ids';
import { panelTabs } from './panel-tabs';
import type { Place } from './place';
import { useScenario } from './use-scenario';

interface ControlRoomProps {
  context: PanelContext;
  place: Place;
  takesFocus: boolean;
  onMove: (change: Partial<Place>) => void;
  onClose: () => void;
}

/**
 * The control room: not modal, so that the product stays usable beside it. Escape closes it. It stands at the bottom and
 * below the toasts, which come from the top.
 */
export function ControlRoom({ context, place, takesFocus, onMove, onClose }: ControlRoomProps) {
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
        place.side === 'start' ? 'sm:end-auto' : 'sm:start-auto',
        place.isWide ? 'sm:w-[min(60rem,calc(100vw-1rem))]' : 'sm:w-[min(36rem,calc(100vw-1rem))]',
      )}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <ControlRoomHeader heading={heading} place={place} onMove={onMove} onClose={onClose} />
      <div className="tall:scroll-pt-14 overflow-y-auto overscroll-contain px-4 pb-4">
        {notes.map((note) => (
          <Notice key={note.id} tone="warning" className="mb-3">
            {note.text}
          </Notice>
        ))}
        <Tabs
          label="Control room"
          className="tall:[&>[role=tablist]]:sticky [&>[role=tablist]]:top-0 [&>[role=tablist]]:z-10 [&>[role=tablist]]:bg-raised [&>[role=tabpanel]]:pt-4 max-sm:[&_[role=tab]]:px-0.5 max-sm:[&_[role=tab]]:text-caption"
          value={place.tab}
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
