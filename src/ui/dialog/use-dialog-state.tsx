import { Fragment, type ReactNode, useCallback, useState } from 'react';

interface Shown<Subject> {
  readonly subject: Subject;
  readonly open: boolean;
  /** Tells one opening of the dialog from the next; as its key it lets each start with a blank form. */
  readonly number: number;
}

/**
 * Whom or what a dialog is open for. A closed one stays until the next, so that it can be seen to close.
 *
 * @returns `show` and `close` are stable; `shown` is null until the first opening
 */
export function useDialogState<Subject>() {
  const [shown, setShown] = useState<Shown<Subject> | null>(null);
  const show = useCallback(
    (subject: Subject) => setShown((last) => ({ subject, open: true, number: (last?.number ?? 0) + 1 })),
    [],
  );
  const close = useCallback(() => setShown((last) => last && { ...last, open: false }), []);
  return { shown, show, close };
}

interface DialogPerSubjectProps<Subject> {
  /** What `useDialogState` gave. */
  dialog: Pick<ReturnType<typeof useDialogState<Subject>>, 'shown' | 'close'>;
  children: (subject: Subject, dialog: { open: boolean; onClose: () => void }) => ReactNode;
}

/** The dialog of `useDialogState`: nothing before its first opening, and a new one for each. */
export function DialogPerSubject<Subject>({
  dialog: { shown, close },
  children,
}: DialogPerSubjectProps<Subject>) {
  if (shown === null) return null;
  return (
    <Fragment key={shown.number}>{children(shown.subject, { open: shown.open, onClose: close })}</Fragment>
  );
}
