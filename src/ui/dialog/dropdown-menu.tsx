import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cx } from '@/ui/cx';
import { useSurface } from './surface';

export interface DropdownMenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactElement | undefined;
  onSelect: () => void;
  disabled?: boolean | undefined;
  /** Keeps the menu open, for an item that shows its own progress. */
  keepOpen?: boolean | undefined;
}

interface DropdownMenuProps {
  /** The content of the button that opens the menu. */
  label: ReactNode;
  buttonClassName?: string | undefined;
  items: readonly DropdownMenuItem[];
}

const itemsOf = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/** The item that a key moves to: arrows wrap around, a letter moves to the next item that begins with it. */
function itemForKey(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const focused = items.findIndex((item) => item.matches(':focus'));
  if (key === 'ArrowDown') return items[(focused + 1) % items.length];
  if (key === 'ArrowUp') return items.at(Math.max(focused, 0) - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length > 1) return undefined;
  const others = [...items.slice(focused + 1), ...items.slice(0, focused + 1)];
  return others.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}

/**
 * A menu of actions (`role="menu"`): arrows move, letters jump, Escape closes. For links use NavMenu. Uses the popover
 * API if available, so that nothing covers the menu.
 */
export function DropdownMenu({ label, buttonClassName, items }: DropdownMenuProps) {
  const [opened, setOpened] = useState<'first' | 'last' | null>(null);
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useSurface(opened !== null, close);

  useEffect(() => {
    if (opened === null) return;
    menu.current?.showPopover?.();
    itemsOf(menu.current)
      .at(opened === 'first' ? 0 : -1)
      ?.focus();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !whole.current?.contains(target)) setOpened(null);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [opened]);

  function close(): void {
    setOpened(null);
    button.current?.focus();
  }

  function closeWhenFocusLeaves({ relatedTarget }: FocusEvent): void {
    // Without a related target the window has lost the focus.
    if (relatedTarget && !whole.current?.contains(relatedTarget)) setOpened(null);
  }

  /** Also handles menu keys: the button keeps the focus if the press that opened the menu was released outside. */
  function onButtonKey(event: KeyboardEvent): void {
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (opened !== null && (isArrow || event.key === 'Escape')) onMenuKey(event);
    else if (isArrow) {
      event.preventDefault();
      setOpened(event.key === 'ArrowDown' ? 'first' : 'last');
    }
  }

  function onMenuKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') event.preventDefault();
    // Tab then continues from the button.
    if (event.key === 'Escape' || event.key === 'Tab') close();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const item = itemForKey(event.key, itemsOf(menu.current));
    if (!item) return;
    event.preventDefault();
    item.focus();
  }

  function select({ onSelect, disabled, keepOpen }: DropdownMenuItem): void {
    if (disabled) return;
    if (!keepOpen) close();
    onSelect();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens for focus leaving its descendants
    <div ref={whole} className="min-w-0 max-w-max flex-[1_1_8rem]" onBlur={closeWhenFocusLeaves}>
      <button
        type="button"
        ref={button}
        id={`${id}-button`}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        className={cx('dropdown-button', buttonClassName)}
        onClick={() => (opened === null ? setOpened('first') : close())}
        onKeyDown={onButtonKey}
      >
        {label}
      </button>
      {opened && (
        <div
          role="menu"
          ref={menu}
          popover={'showPopover' in HTMLElement.prototype ? 'manual' : undefined}
          tabIndex={-1}
          aria-labelledby={`${id}-button`}
          className="menu-popup nav-panel nav-panel-end dropdown-menu"
          onKeyDown={onMenuKey}
        >
          {items.map((item) => (
            <button
              type="button"
              role="menuitem"
              key={item.key}
              aria-disabled={item.disabled}
              className="menu-item"
              onClick={() => select(item)}
              // Hovering moves the focus, so that only one item is highlighted.
              onPointerMove={({ currentTarget, pointerType }) => {
                if (pointerType === 'mouse') currentTarget.focus({ preventScroll: true });
              }}
            >
              {item.icon}
              <span>{item.label}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
