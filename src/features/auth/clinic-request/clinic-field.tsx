import { useFetchClinicsQuery } from '@/features/api/api';
import { RemoteSelectField } from '@/shared/ui/remote-select-field';

interface ClinicFieldProps {
  value: string;
  onChange: (clinicId: string) => void;
  required: boolean;
  hint: string | undefined;
  error: string | undefined;
}

/** The patient's provider, chosen from the clinics there are (SPEC §2). */
export function ClinicField({ value, onChange, required, hint, error }: ClinicFieldProps) {
  return (
    <RemoteSelectField
      label="Provider"
      name="clinicId"
      what="providers"
      required={required}
      hint={hint}
      list={useFetchClinicsQuery()}
      toOption={({ clinic_id, clinic_name }) => ({ value: clinic_id, label: clinic_name })}
      placeholder="Select a provider"
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
