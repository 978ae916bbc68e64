import { useFetchClinicsQuery } from '@/features/api/api';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';

interface ClinicFieldProps {
  value: string;
  onChange: (clinicId: string) => void;
  error: string | undefined;
}

/** The patient's provider, chosen from the clinics there are (SPEC §2). */
export function ClinicField({ value, onChange, error }: ClinicFieldProps) {
  const { data: clinics, isError, isFetching, refetch } = useFetchClinicsQuery();
  const listHint = isError && !isFetching && (
    <>
      We couldn’t load the providers.{' '}
      <Button variant="link" size="sm" onClick={refetch}>
        Try again
      </Button>
    </>
  );
  return (
    <Field label="Provider" required error={error} hint={listHint}>
      <Select
        name="clinicId"
        placeholder={isFetching ? 'Loading...' : 'Select a provider'}
        // A choice kept over a reload shows once the list is there.
        value={clinics === undefined ? '' : value}
        onChange={(event) => onChange(event.target.value)}
        options={(clinics ?? []).map(({ clinic_id, clinic_name }) => ({
          value: clinic_id,
          label: clinic_name,
        }))}
      />
    </Field>
  );
}
