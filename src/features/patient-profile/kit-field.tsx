import { Info } from 'lucide-react';
import { useFetchProductsQuery } from '@/features/api/api';
import { IconButton } from '@/ui/form/icon-button';
import { RemoteSelectField } from '@/ui/form/select';
import { fixed, strings } from './strings';

interface KitFieldProps {
  value: string;
  onChange: (kitId: string) => void;
  error: string | undefined;
  /** Opens Kit Information. */
  onOpenKits: () => void;
}

/** The kit that the patient wants, by its id (SPEC-NOTES "Shapes"), with the way to what each kit is. */
export function KitField({ value, onChange, error, onOpenKits }: KitFieldProps) {
  return (
    <div className="flex items-start gap-2">
      <RemoteSelectField
        label={fixed.form.kitType}
        name="kitType"
        notLoaded={strings.form.kitsNotLoaded}
        required
        list={useFetchProductsQuery()}
        toOption={(kit) => ({ value: kit.id, label: kit.name })}
        placeholder={strings.form.chooseKit}
        value={value}
        onChange={onChange}
        error={error}
        className="flex-1"
      />
      {/* Beside the control, below the height of the label, whatever stands under the control. */}
      <IconButton
        label={strings.form.aboutKits}
        icon={<Info className="size-5" />}
        onClick={onOpenKits}
        className="mt-7"
      />
    </div>
  );
}
