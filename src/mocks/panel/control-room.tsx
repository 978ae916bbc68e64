import { X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { IconButton } from '@/shared/ui/icon-button';
import { Notice } from '@/shared/ui/notice';
import { Tabs } from '@/shared/ui/tabs';
import type { PanelContext } from './panel-context';
import { panelTabs } from './panel-tabs';

interface ControlRoomProps {
  context: PanelContext;
  onClose: () => void;
}

/** The control room: not modal, so that the product stays usable beside it. Escape closes it. */
export function ControlRoom({ context, onClose }: ControlRoomProps) {
  const [tab, setTab] = useState(panelTabs[0]?.id ?? '');
  const heading = useRef<HTMLHeadingElement>(null);
  const notes = useSyncExternalStore(context.notes.onChange, context.notes.list);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      role="dialog"
      aria-labelledby="control-room-heading"
      className="fixed inset-x-2 bottom-2 z-40 grid max-h-[min(70dvh,36rem)] grid-rows-[auto_1fr] overflow-hidden rounded-card border border-line bg-raised shadow-3 sm:end-auto sm:w-104 print:hidden"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="flex items-center justify-between gap-2 ps-4 pe-2 pt-2">
        <h2
          id="control-room-heading"
          ref={heading}
          tabIndex={-1}
          className="text-base font-semibold outline-none"
        >
          Demo data
        </h2>
        <IconButton
          label="Close"
          tooltip={false}
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={onClose}
        />
      </header>
      <div className="overflow-y-auto px-4 pb-4">
        {notes.map((note) => (
          <Notice key={note} tone="warning" className="mb-3">
            {note}
          </Notice>
        ))}
        <Tabs
          label="Control room"
          value={tab}
          onValueChange={setTab}
          tabs={panelTabs.map(({ id, label, Content }) => ({
            value: id,
            label,
            content: <Content context={context} />,
          }))}
        />
      </div>
    </section>
  );
}
