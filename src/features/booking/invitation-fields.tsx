import { useId } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import type { PatientId } from '@/contract';
import { Notice } from '@/ui/feedback/notice';
import { Field, TextInput } from '@/ui/form/field';
import { strings } from './strings';

/** The props of both invitation forms. */
export interface InvitationFormProps<Sent> {
  /** Lets a button outside the form submit it. */
  formId: string;
  patientId: PatientId;
  /** Called at each submit; `fieldsValid` is false if a field shows an error. */
  onSend: (invitation: Sent, fieldsValid: boolean) => void;
}

interface BoundFieldProps {
  bind: UseFormRegisterReturn;
  error: FieldError | undefined;
}

/** The type of the provider in the appointment. */
export function ProviderTypeField({ bind, error }: BoundFieldProps) {
  const listId = useId();
  return (
    <Field label={strings.book.providerType} required error={error?.message}>
      <TextInput {...bind} list={listId} autoComplete="off" placeholder={strings.book.providerTypeExample} />
      <datalist id={listId}>
        {strings.book.usualProviderTypes.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
    </Field>
  );
}

/** The URL of the video call. */
export function MeetLinkField({ bind, error }: BoundFieldProps) {
  return (
    <Field label={strings.book.meetLink} required error={error?.message}>
      <TextInput {...bind} type="url" inputMode="url" autoComplete="off" placeholder="https://" />
    </Field>
  );
}

/** Warnings about the slot, shown as soon as they are known; they never block. */
export function SlotWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning">
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Notice>
  );
}
