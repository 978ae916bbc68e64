import { Menu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';

export interface DropdownMenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode | undefined;
  onSelect: () => void;
  disabled?: boolean | undefined;
  /** Leaves the menu open, for an item that shows its own progress. */
  keepOpen?: boolean | undefined;
}

interface DropdownMenuProps {
  /** The button that opens the menu; it must accept a ref and spread props. */
  trigger: ReactElement;
  items: readonly DropdownMenuItem[];
}

/** A menu of actions (`role="menu"`): arrows move, letters jump, Escape closes. For links use NavMenu. */
export function DropdownMenu({ trigger, items }: DropdownMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        {/* Above a toast, which may stand where the menu opens. Fixed, like the header that opens it: a scroll between press
            and release must not move another item under the pointer. */}
        <Menu.Positioner
          side="bottom"
          align="end"
          sideOffset={8}
          positionMethod="fixed"
          className="z-70 outline-none"
        >
          <Menu.Popup className="menu-popup outline-none">
            {items.map((item) => (
              <Menu.Item
                key={item.key}
                className="menu-item"
                disabled={item.disabled ?? false}
                closeOnClick={!item.keepOpen}
                onClick={item.onSelect}
              >
                {item.icon}
                {item.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
