import { useEffect, useEffectEvent, useState } from 'react';
import type {
  FieldValues,
  FieldError as InvalidField,
  Path,
  UseFormReturn,
  UseFormSubscribe,
} from 'react-hook-form';
import { type Failure, failureMessage } from '@/contract';
import * as z from '@/contract/zod';
import type { SignUpProgress } from '@/domain/storage-keys';
import { announce } from '@/ui/feedback/announce';
import { Button } from '@/ui/form/button';
import { Checkbox, FieldError } from '@/ui/form/field';
import { TermsDialog } from '@/ui/site/terms-dialog';
import { fixed, strings } from './strings';

/** A field that the server rejected. */
export interface RejectedField<Name> {
  readonly name: Name;
  readonly failure: Failure;
}

/** Shows beside a field that the server rejected why, until it is changed, and moves the focus to it. */
export function useRejectedField<Values extends FieldValues>(
  rejected: RejectedField<Path<Values>> | null,
  { setError, clearErrors }: Pick<UseFormReturn<Values>, 'setError' | 'clearErrors'>,
): void {
  const failure = rejected?.failure;
  const name = rejected?.name;
  useEffect(() => {
    const message = failureMessage(failure);
    if (message === null || name === undefined) return;
    const focused = document.activeElement;
    setError(name, { type: 'server', message }, { shouldFocus: true });
    // Otherwise it is read with the field that gets the focus.
    if (document.activeElement === focused) announce(message);
    return () => clearErrors(name);
  }, [failure, name, setError, clearErrors]);
}

/** The required terms checkbox. */
export const agreedTerms = z.boolean().check(z.refine((agreed) => agreed, strings.both.termsMissing));

/** The props of both sign-up forms. */
export interface SignUpFormProps<SignUp, Name> {
  storedInput: SignUpProgress['values'];
  busy: boolean;
  onTyped: (values: SignUpProgress['values']) => void;
  onSubmit: (signup: SignUp) => void;
  rejected: RejectedField<Name> | null;
}

/** Reports a form's typed values after each change, so that a reload loses nothing; no passwords, no checkboxes. */
export function useTyped<Values extends FieldValues>(
  subscribe: UseFormSubscribe<Values>,
  onTyped: (values: Record<string, string>) => void,
): void {
  const report = useEffectEvent((values: FieldValues) => onTyped(storable(values)));
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => report(values) }),
    [subscribe],
  );
}

const storable = (values: FieldValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !/password/i.test(entry[0]),
    ),
  );

interface TermsCheckboxProps {
  agreed: boolean;
  onAgreedChange: (agreed: boolean) => void;
  error: string | undefined;
}

/** The terms checkbox: clicking it opens the terms, and only "I agree" there checks it (§2). */
function TermsCheckbox({ agreed, onAgreedChange, error }: TermsCheckboxProps) {
  const [reading, setReading] = useState(false);
  return (
    <div>
      <Checkbox
        name="terms"
        checked={agreed}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? 'terms-hint' : 'terms-error terms-hint'}
        onChange={() => (agreed ? onAgreedChange(false) : setReading(true))}
        label={strings.both.terms}
      />
      <p id="terms-hint" className="ps-9 text-caption text-ink-2">
        {strings.both.termsHint}
      </p>
      {error === undefined ? null : <FieldError id="terms-error">{error}</FieldError>}
      <TermsDialog
        open={reading}
        onOpenChange={setReading}
        onAgree={() => {
          onAgreedChange(true);
          setReading(false);
        }}
      />
    </div>
  );
}

/** What it needs from the surrounding form, as `useForm` returns it, and whether the form is being sent. */
interface SignUpEndProps {
  watch(name: 'terms'): boolean;
  setValue(name: 'terms', agreed: boolean, options: { shouldValidate: boolean }): void;
  errors: { readonly terms?: InvalidField | undefined };
  busy: boolean;
}

/** The end of both sign-up forms: the terms and the submit button. */
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
