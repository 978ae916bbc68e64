import { noClinicId, type PatientProfile } from '@/contract';
import { useFetchClinicsQuery } from '@/features/api/api';
import { Field } from '@/ui/form/field';
import { RemoteSelectField } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import { strings } from './strings';

interface ClinicFieldProps {
  profile: PatientProfile;
  value: string;
  onChange: (clinicId: string) => void;
}

/** The patient's provider: theirs to choose only while none is set, or the placeholder C000 is (SPEC §6). */
export function ClinicField({ profile, value, onChange }: ClinicFieldProps) {
  const mayChoose = profile.clinic_id === '' || profile.clinic_id === noClinicId;
  return mayChoose ? (
    <ClinicSelect value={value} onChange={onChange} />
  ) : (
    <Field label={strings.form.provider}>
      <TextInput readOnly value={profile.clinic_name} />
    </Field>
  );
}

function ClinicSelect({ value, onChange }: Omit<ClinicFieldProps, 'profile'>) {
  return (
    <RemoteSelectField
      label={strings.form.provider}
      name="clinicId"
      notLoaded={strings.form.providersNotLoaded}
      list={useFetchClinicsQuery()}
      toOption={({ clinic_id, clinic_name }) => ({ value: clinic_id, label: clinic_name })}
      placeholder={strings.form.chooseProvider}
      value={value}
      onChange={onChange}
    />
  );
}
