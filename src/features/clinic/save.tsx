import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { appPortOf, sessionScoped } from '@/app/app-port';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { draftOf, ownFields } from '@/app/form-draft';
import { runOperation, useApiStore } from '@/app/operation-actor';
import { settleDraft, WriteProblem } from '@/app/record-write';
import type { Store } from '@/app/store';
import { type Request, validationMessages, type WriteName } from '@/contract';
import type { Texts } from '@/domain/merge-record';
import type { Stored } from '@/domain/storage-keys';
import { useStored } from '@/lib/storage';
import { openFlow } from '@/machines/flows.machine';
import { saveFormMachine } from '@/machines/save-form.machine';
import { type WriteResult, writeOf } from '@/machines/write.machine';
import { ErrorSummary, type InvalidFields } from '@/ui/form/form-errors';

interface Form {
  /** Identifies the form and its draft. */
  readonly name: 'lab' | 'clinicProfile';
  /** Fetches what the server has, as it is sent; null if there is nothing. */
  readonly read: (store: Store) => Promise<Texts | null>;
  readonly operation: 'updateLab' | 'updateClinicProfile';
  /** The operation that creates the record. */
  readonly creation?: 'addLab';
}

type SaveActor = ActorRefFrom<typeof saveFormMachine>;

/** Returns the saving of a form. It outlives the mounted form, so that leaving and returning can't send it twice. */
export const formSaving = ({ name, read, operation, creation }: Form): ((store: Store) => SaveActor) =>
  sessionScoped((store) => {
    const operationOf = (isNew: boolean) => (isNew ? (creation ?? operation) : operation);
    const machine = saveFormMachine.provide({
      actors: {
        write: writeOf<Texts>({
          read: () => read(store),
          send: ({ body, isNew }) =>
            // The form's own fields.
            runOperation(store, operationOf(isNew), { body } as Request<typeof operation>),
        }),
      },
    });
    const saving = openFlow(appPortOf(store).flows(), name, machine);
    saving.on('ended', ({ isNew, result }) => {
      settleDraft(store, name, ownFields, operationOf(isNew), result);
      // A lab that was removed meanwhile is added again, with all values of the form.
      if (result.end === 'gone') draftOf(store, name).claim(ownFields.toTexts(result.body));
    });
    return saving;
  });

/**
 * Saves one of the clinic's forms.
 *
 * @param operations that save it
 * @param tab which has the form: it stays mounted while the other one is open
 */
export function useSaving(
  savingOf: (store: Store) => SaveActor,
  operations: readonly WriteName[],
  tab: Stored<'activeClinicTab'>,
) {
  const saving = savingOf(useApiStore());
  useEffect(
    () => () => {
      // The session may have ended.
      if (saving.getSnapshot().status === 'active') saving.send({ type: 'LEAVE' });
    },
    [saving],
  );
  const snapshot = useSelector(saving, (current) => current);
  const busy = snapshot.hasTag('busy');
  const [openTab] = useStored('activeClinicTab');
  useFailuresInPlace(operations, () => tab === openTab);
  return {
    busy,
    /** How the last save ended, as long as it is shown. */
    result: busy ? null : snapshot.context.result,
    send: saving.send,
  };
}

interface FormProblemProps {
  /** The required fields that the last try left blank. */
  errorSummary: InvalidFields;
  result: WriteResult<Texts> | null;
  /** A field waits for a choice between two values. */
  hasQuestions: boolean;
}

/** Why the last try did not save, or may not have, shown in place; what was typed is kept. */
export function FormProblem({ errorSummary, result, hasQuestions }: FormProblemProps) {
  const isOutdated = errorSummary.fields.length > 0 && result?.end === 'rejected';
  return (
    <>
      <ErrorSummary {...errorSummary} message={validationMessages.requiredFields} />
      <WriteProblem result={isOutdated ? null : result} hasQuestions={hasQuestions} />
    </>
  );
}
