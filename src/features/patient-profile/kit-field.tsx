import { useFetchProductsQuery } from '@/features/api/api';
import { RemoteSelectField } from '@/shared/ui/remote-select-field';

interface KitFieldProps {
  value: string;
  onChange: (kitId: string) => void;
  error: string | undefined;
}

/** The kit that the patient wants, by its id (SPEC-NOTES "Shapes"). */
export function KitField({ value, onChange, error }: KitFieldProps) {
  return (
    <RemoteSelectField
      label="Kit Type"
      name="kitType"
      what="kits"
      required
      list={useFetchProductsQuery()}
      toOption={(kit) => ({ value: kit.id, label: kit.name })}
      placeholder="Choose a kit"
      value={value}
      onChange={onChange}
      error={error}
      className="flex-1"
    />
  );
}
