import { ArrowLeftRight, Maximize2, Minimize2, X } from 'lucide-react';
import type { Ref } from 'react';
import { IconButton } from '@/ui/form/icon-button';
import type { Place } from './place';

interface ControlRoomHeaderProps {
  heading: Ref<HTMLHeadingElement>;
  place: Place;
  onMove: (change: Partial<Place>) => void;
  onClose: () => void;
}

const icon = { 'aria-hidden': true, className: 'size-4' } as const;

/** Says what this is, and moves it out of the way. On a phone it has one place only. */
export function ControlRoomHeader({ heading, place, onMove, onClose }: ControlRoomHeaderProps) {
  const { side, isWide } = place;
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
