import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { Button, type ButtonProps } from './button';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'busyLabel' | 'aria-label'> {
  /** Describes the action: the accessible name, and the browser's tooltip if there is no shorter `title`. */
  label: string;
  icon: ReactNode;
}

/** A button with only an icon. */
export function IconButton({
  label,
  title = label,
  icon,
  variant = 'ghost',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      title={title}
      icon={icon}
      className={cx('btn-icon', className)}
    />
  );
}
