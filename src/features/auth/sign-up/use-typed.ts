import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormSubscribe } from 'react-hook-form';

/** Tells after each change what has been typed into a form, so that a reload loses nothing: no passwords, no checkboxes. */
export function useTyped<Values extends FieldValues>(
  subscribe: UseFormSubscribe<Values>,
  onTyped: (values: Record<string, string>) => void,
): void {
  const latest = useRef(onTyped);
  useEffect(() => {
    latest.current = onTyped;
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => latest.current(storable(values)),
      }),
    [subscribe],
  );
}

const storable = (values: FieldValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !/password/i.test(entry[0]),
    ),
  );
