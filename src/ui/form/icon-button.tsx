import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { Button, type ButtonProps } from './button';

interface TooltipProps {
  /** Shown on hover and focus. Must not contain information found nowhere else. */
  text: ReactNode;
  /** The trigger element; it must accept a ref and spread props. */
  children: ReactElement;
}

/** A hint on hover and focus. */
function Tooltip({ text, children }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger delay={300} render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side="top" sideOffset={8} className="z-50">
          <BaseTooltip.Popup className="tooltip">{text}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'busyLabel' | 'aria-label'> {
  /** Describes the action: the accessible name and the default tooltip. */
  label: string;
  icon: ReactNode;
  /** A longer tooltip than the label; false for none. */
  tooltip?: ReactNode | false | undefined;
}

/** A button with only an icon. The label is required, and shown as a tooltip. */
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
