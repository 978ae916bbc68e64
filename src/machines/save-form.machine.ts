import { assertEvent, assign, enqueueActions, setup } from 'xstate';
import type { Texts } from '@/domain/merge-record';
import { startedWrite, stoppedWrite, type WriteInput, type WriteResult, writeOf } from './write.machine';

interface SaveFormContext {
  /** Whether the last save was to create the record. */
  readonly isNew: boolean;
  /** How the last save ended; null before the first one, and once the form was left. */
  readonly result: WriteResult<Texts> | null;
}

type SaveFormEvent =
  | ({ readonly type: 'SAVE' } & Omit<Required<WriteInput<Texts>>, 'sent'>)
  /** The form was left. */
  | { readonly type: 'LEAVE' };

/** Saves the values of a form, as often as the user presses its button. Chart: docs/machines/save-form.md. */
export const saveFormMachine = setup({
  types: {} as {
    context: SaveFormContext;
    events: SaveFormEvent;
    /** A save ended. */
    emitted: { readonly type: 'ended' } & SaveFormContext & { readonly result: WriteResult<Texts> };
    tags: 'busy';
  },
  actors: { write: writeOf<Texts>() },
  // Something that may have been saved is still not known when the user returns.
  guards: { nothingUnknown: ({ context }) => !context.result?.sent },
  actions: {
    end: enqueueActions(({ context: { isNew }, enqueue }, result: WriteResult<Texts>) => {
      enqueue.assign({ result });
      enqueue.emit({ type: 'ended', isNew, result });
    }),
  },
}).createMachine({
  id: 'saveForm',
  context: { isNew: false, result: null },
  initial: 'editing',
  states: {
    editing: {
      on: {
        SAVE: {
          target: 'saving',
          actions: assign(({ context: { result }, event: { body, isNew } }) => ({
            isNew,
            result: startedWrite(body, result),
          })),
        },
        LEAVE: { guard: 'nothingUnknown', actions: assign({ result: null }) },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context: { result }, event }) => {
          assertEvent(event, 'SAVE');
          const { body, base, isNew } = event;
          return { body, base, isNew, sent: result?.sent ?? null };
        },
        onDone: { target: 'editing', actions: { type: 'end', params: ({ event }) => event.output } },
        onError: {
          target: 'editing',
          actions: { type: 'end', params: ({ context, event }) => stoppedWrite(context.result, event.error) },
        },
      },
    },
  },
});
