import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { Button, type ButtonProps } from '@/ui/form/button';

interface TooltipProps {
  /** Shown on hover and on focus. Never the only place where something is said. */
  text: ReactNode;
  /** The element it belongs to; it must accept a ref and spread props. */
  children: ReactElement;
}

/** A hint on hover and focus, for what the icon beside it leaves open. */
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
