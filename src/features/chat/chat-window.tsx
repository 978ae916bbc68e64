import { X } from 'lucide-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { chatWindow } from '@/contract/constants';
import { PetalMark } from '@/ui/art/logo';
import { allowedSize, gap, gapBelow, largestIn, type Size } from './chat-size';
import { ResizeHandles } from './resize-handles';
import { strings } from './strings';
import { useViewport } from './use-viewport';

interface ChatWindowProps {
  open: boolean;
  /** Escape or the button; a pointer must not scroll the page to where the focus returns. */
  onClose: (options: FocusOptions) => void;
  children: ReactNode;
  ref: Ref<HTMLDivElement>;
}

/**
 * The frame of the chat: in the lower right corner, as large as the visitor likes, always inside the viewport. Below
 * the toasts, above the rest of the page, and not modal: the page behind it stays in use.
 */
export function ChatWindow({ open, onClose, children, ref }: ChatWindowProps) {
  const id = useId();
  const viewport = useViewport();
  const [wanted, setWanted] = useState<Size>(chatWindow.default);
  const size = allowedSize(wanted, viewport);
  return (
    <div
      ref={ref}
      id={id}
      role="dialog"
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      hidden={!open}
      data-print="hidden"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose({});
      }}
      style={{ ...size, right: gap, bottom: viewport.hiddenBelow + gapBelow(viewport) }}
      className="fixed z-45 flex animate-rise flex-col rounded-card border border-line bg-raised shadow-3 [&[hidden]]:hidden"
    >
      <div className="dusk grain relative flex shrink-0 items-center gap-3 rounded-t-card py-3 ps-4 pe-2">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-white/12 text-art-blush">
          <PetalMark className="size-5.5" />
        </span>
        <h2 id={`${id}-title`} className="min-w-0 flex-1 truncate text-base leading-tight font-semibold">
          {strings.window.title}
        </h2>
        <button
          type="button"
          aria-label={strings.window.close}
          onClick={(event) => onClose({ preventScroll: event.detail > 0 })}
          className="grid size-10 shrink-0 place-items-center rounded-control text-on-dusk-2 hover:bg-white/12 hover:text-on-dusk"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      {children}
      <ResizeHandles
        windowId={id}
        size={size}
        largest={largestIn(viewport)}
        onResize={(next) => setWanted(allowedSize(next, viewport))}
      />
    </div>
  );
}
