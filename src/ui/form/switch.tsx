import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** For settings that take effect at once. In a form that is submitted, use Checkbox. */
export function Switch({ label, checked, onCheckedChange }: SwitchProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-11 items-center justify-between gap-4 text-sm font-medium">
      <span>{label}</span>
      <BaseSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        className="flex h-6 w-11 shrink-0 rounded-full border border-field bg-sunken p-0.5 transition-colors data-checked:border-plum data-checked:bg-plum"
      >
        <BaseSwitch.Thumb className="size-4.5 rounded-full bg-field transition-transform data-checked:translate-x-5 data-checked:bg-on-plum" />
      </BaseSwitch.Root>
    </label>
  );
}
