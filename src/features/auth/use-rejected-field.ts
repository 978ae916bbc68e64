import { useEffect, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { Failure } from '@/contract';

export interface RejectedField<Name> {
  readonly name: Name | undefined;
  readonly failure: Failure;
  /** The id of the message on the page. */
  readonly messageId: string;
}

/**
 * Marks a field that the server rejected until it is changed, and moves the focus to it. The message is not repeated
 * beside the field, because the page shows it already.
 *
 * @returns a function that returns the attributes of a field's control
 */
export function useRejectedField<Values extends FieldValues>(
  rejected: RejectedField<Path<Values>> | null,
  { getValues, setFocus, subscribe }: Pick<UseFormReturn<Values>, 'getValues' | 'setFocus' | 'subscribe'>,
) {
  const [corrected, setCorrected] = useState<Failure | null>(null);
  const failure = rejected?.failure ?? null;
  const name = failure === corrected ? undefined : rejected?.name;

  useEffect(() => {
    if (name === undefined) return;
    setFocus(name);
    const sent: unknown = getValues(name);
    return subscribe({
      formState: { values: true },
      callback: () => {
        if (getValues(name) !== sent) setCorrected(failure);
      },
    });
  }, [failure, name, getValues, setFocus, subscribe]);

  return (field: Path<Values>) =>
    field === name ? { 'aria-invalid': true, 'aria-describedby': rejected?.messageId } : {};
}
