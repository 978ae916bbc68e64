import { failureMessage, notSaved, notSent, outcomeUnknown, type WriteName } from '@/contract';
import type { Texts } from '@/domain/merge-record';
import { report } from '@/lib/report';
import type { WriteResult } from '@/machines/write.machine';
import { Notice, Problem } from '@/ui/feedback/notice';
import { type DraftFields, draftOf } from './form-draft';
import { type Store, toastDone, toastIfLeft } from './store';

type Result = WriteResult<Texts>;

/**
 * Takes over into a form's draft how a write of its values ended.
 *
 * @param name identifies the form
 */
export function settleDraft(
  store: Store,
  name: string,
  { toTexts }: DraftFields,
  operation: WriteName,
  { end, body, stored, answered, failure, defect }: Result,
): void {
  if (defect !== undefined) report('a write ended in a defect', { operation, error: defect });
  const draft = draftOf(store, name);
  // Also before what was saved: else the form would take what was read before the save for someone else's change.
  if (stored !== null) draft.takeOver(toTexts(stored));
  if (end !== 'done') {
    toastIfLeft(failure);
    return;
  }
  if (!answered) toastDone(operation);
  draft.save(toTexts(body));
}

/**
 * Returns why a write sent nothing, because of what someone else has done or could not be found out; otherwise null.
 *
 * @param hasQuestions a field still waits for a choice; the user may have chosen since, or gone back to the saved value
 *   while it was checked
 */
export function notSentText({ end, sent }: Result, hasQuestions: boolean): string | null {
  if (end === 'changed-by-both') return hasQuestions ? notSent.changedByBoth : notSent.saveAgain;
  if (end === 'not-fetched') return sent === null ? notSent.notFetched : notSent.unchecked;
  return null;
}

interface WriteProblemProps {
  /** How the last write ended; null if there is nothing to say. */
  result: Result | null;
  /** A field waits for a choice between two values. */
  hasQuestions: boolean;
}

/** Why the last write of a form did not save, or may not have, shown in place; what was typed is kept. */
export function WriteProblem({ result, hasQuestions }: WriteProblemProps) {
  const text = result && notSentText(result, hasQuestions);
  if (result?.end === 'changed-by-both') return <Notice tone="warning">{text}</Notice>;
  return (
    <>
      <Problem>
        {text ?? failureMessage(result?.failure) ?? (result?.end === 'rejected' ? notSaved : null)}
      </Problem>
      {result?.end === 'unknown' ? <Notice tone="warning">{outcomeUnknown.typed}</Notice> : null}
    </>
  );
}
