import { noClinicId } from '@/contract';
import { Checkbox } from '@/ui/form/checkbox';
import { ClinicSelect } from './clinic-select';
import { strings } from './strings';

interface ClinicChoiceProps {
  /** A clinic's id, `C000` for a patient who requested theirs, or nothing yet. */
  clinicId: string;
  onChange: (clinicId: string) => void;
  /** The box was ticked. */
  onRequest: () => void;
  error: string | undefined;
}

/**
 * The provider, or the request for one that is not in the list (SPEC §2). As with the terms, ticking the box opens a
 * popup, and only what happens in there ticks it; choosing a provider takes the tick away.
 */
export function ClinicChoice({ clinicId, onChange, onRequest, error }: ClinicChoiceProps) {
  const requested = clinicId === noClinicId;
  return (
    <div className="grid gap-1">
      <ClinicSelect
        value={requested ? '' : clinicId}
        required={!requested}
        hint={requested ? strings.choice.requested : undefined}
        onChange={(chosen) => onChange(requested && chosen === '' ? noClinicId : chosen)}
        error={error}
      />
      <Checkbox
        label={strings.choice.request}
        checked={requested}
        onChange={() => (requested ? onChange('') : onRequest())}
      />
    </div>
  );
}
