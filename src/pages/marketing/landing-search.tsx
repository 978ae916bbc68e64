import type { SVGProps } from 'react';
import * as strings from './landing.strings';

// Lucide's icons (ISC license) without its library, which would add 2 kB to the entry.

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'>;

function icon(path: string) {
  return (props: IconProps) => (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d={path} />
    </svg>
  );
}

const ArrowRight = icon('M5 12h14m-7-7 7 7-7 7');
const Sparkles = icon(
  'M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594zM20 2v4m2-2h-4M4 18a2 2 0 0 1 0 4a2 2 0 0 1 0-4',
);

export interface ChatOpening {
  /** Called on a click on the hero; `opener` is the element that had the focus. */
  onOpenChat?: ((opener: HTMLElement) => void) | undefined;
  /** Called when the user is about to click. */
  onChatIntent?: (() => void) | undefined;
}

/**
 * Looks like a search box with a disabled input (SPEC §2). A disabled input swallows clicks, so a button covers it, and
 * the button's ::after covers the hero.
 */
export function SearchBox({ onOpenChat, onChatIntent }: ChatOpening) {
  return (
    <div className="group mt-8 grid max-w-140 grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]">
      <input
        disabled
        aria-hidden="true"
        tabIndex={-1}
        className="pointer-events-none min-h-16 w-full rounded-full border border-field bg-surface shadow-2"
      />
      <button
        type="button"
        onClick={(event) => onOpenChat?.(event.currentTarget)}
        onPointerEnter={onChatIntent}
        onFocus={onChatIntent}
        className="flex min-h-16 w-full items-center gap-3 rounded-full py-2 ps-5 pe-2 text-left text-base font-medium text-ink after:absolute after:inset-0"
      >
        <Sparkles aria-hidden="true" className="size-5 shrink-0 text-coral" />
        <span className="min-w-0 flex-1 leading-snug">{strings.searchBox}</span>
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-plum text-on-plum transition-colors group-hover:bg-plum-strong">
          <ArrowRight aria-hidden="true" className="size-5" />
        </span>
      </button>
    </div>
  );
}
