import { Fragment, type ReactNode, useCallback, useState } from 'react';

interface DialogState<Subject> {
  readonly subject: Subject;
  readonly open: boolean;
  /** Identifies one opening of the dialog; used as a key, so that each opening starts with a blank form. */
  readonly number: number;
}

/**
 * The subject that a dialog is open for. It is kept after closing, so that the closing animation can be seen.
 *
 * @returns `show` and `close` are stable; `state` is null until the first opening
 */
export function useDialogState<Subject>() {
  const [state, setState] = useState<DialogState<Subject> | null>(null);
  const show = useCallback(
    (subject: Subject) => setState((last) => ({ subject, open: true, number: (last?.number ?? 0) + 1 })),
    [],
  );
  const close = useCallback(() => setState((last) => last && { ...last, open: false }), []);
  return { state, show, close };
}

interface DialogPerSubjectProps<Subject> {
  /** The return value of `useDialogState`. */
  dialog: Pick<ReturnType<typeof useDialogState<Subject>>, 'state' | 'close'>;
  children: (subject: Subject, dialog: { open: boolean; onClose: () => void }) => ReactNode;
}

/** Renders the dialog of `useDialogState`: nothing before its first opening, and a new instance for each. */
export function DialogPerSubject<Subject>({
  dialog: { state, close },
  children,
}: DialogPerSubjectProps<Subject>) {
  if (state === null) return null;
  return (
    <Fragment key={state.number}>{children(state.subject, { open: state.open, onClose: close })}</Fragment>
  );
}
