import * as fixed from '@/pages/landing/fixed-strings';
import { ArrowRight, Sparkles } from '@/shared/art/first-icons';

export interface ChatOpening {
  /** Asked for by a click on the hero; `opener` is where the focus came from. */
  onOpenChat?: ((opener: HTMLElement) => void) | undefined;
  /** Somebody is about to click. */
  onChatIntent?: (() => void) | undefined;
}

/**
 * Looks like a search box, and the input in it is disabled, as SPEC §2 says. A disabled input swallows
 * clicks, so a real button lies over it, and its ::after covers the hero.
 */
export function SearchBox({ onOpenChat, onChatIntent }: ChatOpening) {
  return (
    <div className="group mt-8 grid max-w-140 *:[grid-area:1/1]">
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
        <span className="flex-1 leading-snug">{fixed.searchBox}</span>
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-plum text-on-plum transition-colors group-hover:bg-plum-strong">
          <ArrowRight aria-hidden="true" className="size-5" />
        </span>
      </button>
    </div>
  );
}
