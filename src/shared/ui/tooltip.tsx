import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

interface TooltipProps {
  /** Shown on hover and on focus. Never the only place where something is said. */
  text: ReactNode;
  /** The element it belongs to; it must accept a ref and spread props. */
  children: ReactElement;
}

/** A hint on hover and focus, for what the icon beside it leaves open. */
export function Tooltip({ text, children }: TooltipProps) {
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
