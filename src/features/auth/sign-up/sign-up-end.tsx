import type { FieldError } from 'react-hook-form';
import { Button } from '@/ui/form/button';
import { fixed, strings } from './strings';
import { TermsCheckbox } from './terms-checkbox';

/** What it needs of the form around it, as `useForm` gives it, and whether that was sent. */
interface SignUpEndProps {
  watch(name: 'terms'): boolean;
  setValue(name: 'terms', agreed: boolean, options: { shouldValidate: boolean }): void;
  errors: { readonly terms?: FieldError | undefined };
  busy: boolean;
}

/** What either sign-up form ends with: the terms, and the button that sends it. */
export function SignUpEnd({ watch, setValue, errors, busy }: SignUpEndProps) {
  return (
    <>
      <TermsCheckbox
        agreed={watch('terms')}
        error={errors.terms?.message}
        onAgreedChange={(agreed) => setValue('terms', agreed, { shouldValidate: true })}
      />
      <Button type="submit" size="lg" busy={busy} busyLabel={strings.both.sendingCode}>
        {fixed.both.signUp}
      </Button>
    </>
  );
}
