import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '@/shared/ui/button';
import { cx } from '@/shared/ui/cx';
import { Tooltip } from '@/shared/ui/tooltip';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'busyLabel' | 'aria-label'> {
  /** What the button does, in words: its accessible name and its tooltip. */
  label: string;
  icon: ReactNode;
  /** The tooltip, where it should say more than the label; false for none. */
  tooltip?: ReactNode | false | undefined;
}

/** A button that shows only an icon: it cannot be made without a name, which the tooltip shows to the eye. */
export function IconButton({
  label,
  icon,
  tooltip = label,
  variant = 'ghost',
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      icon={icon}
      className={cx('btn-icon', className)}
    />
  );
  if (tooltip === false) return button;
  return <Tooltip text={tooltip}>{button}</Tooltip>;
}
