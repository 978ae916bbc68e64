import { useFetchClinicsQuery } from '@/features/api/api';
import { RemoteSelectField } from '@/ui/form/select';
import { strings } from './strings';

interface ClinicSelectProps {
  value: string;
  onChange: (clinicId: string) => void;
  required: boolean;
  hint: string | undefined;
  error: string | undefined;
}

/** The patient's provider, chosen from the clinics there are (SPEC §2). */
export function ClinicSelect({ value, onChange, required, hint, error }: ClinicSelectProps) {
  return (
    <RemoteSelectField
      label={strings.choice.provider}
      name="clinicId"
      notLoaded={strings.choice.providersNotLoaded}
      required={required}
      hint={hint}
      list={useFetchClinicsQuery()}
      toOption={({ clinic_id, clinic_name }) => ({ value: clinic_id, label: clinic_name })}
      placeholder={strings.choice.choose}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
