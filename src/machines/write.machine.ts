import { type ActorLogic, type AnyEventObject, assign, fromPromise, type Snapshot, setup } from 'xstate';
import { type Failure, hasSent, isOutcomeUnknown, reportsDuplicate } from '@/contract';
import { mergeRecord, type Texts } from '@/domain/merge-record';
import { errorIn, failureOf, notProvided } from './failure';

export interface WriteInput<Body> {
  /** What the user has entered. */
  readonly body: Body;
  /** The values that the user's edits started from (see `mergeRecord`). */
  readonly base: Partial<Body>;
  /** What an earlier try has sent without an answer; null if there is none. */
  readonly sent: Body | null;
  /** It is sent only if there is no record yet: doing it twice would make two. Otherwise only if there is one. */
  readonly isNew?: boolean;
}

/** What is sent. */
type Sending<Body> = Required<Pick<WriteInput<Body>, 'body' | 'isNew'>>;

/** How a try to write a record ended. */
export interface WriteResult<Body> {
  /**
   * `unknown`: it may have been processed. The last four sent nothing: what the server has could not be fetched, the user
   * must choose between two values, there is a record already, or none any more.
   */
  readonly end: 'done' | 'rejected' | 'unknown' | 'not-fetched' | 'changed-by-both' | 'exists' | 'gone';
  /** What was sent: what the user has entered, merged with what the server had. */
  readonly body: Body;
  /** What the server had before; null if there was nothing, or it could not be fetched. */
  readonly stored: Body | null;
  /** Whether the server said that it is done; else it was found to be. */
  readonly answered: boolean;
  readonly failure: Failure | null;
  /** What was last sent without an answer, by this try or an earlier one; null once the server has it. */
  readonly sent: Body | null;
  /** What has stopped the write in any state, so that it may have been processed. */
  readonly defect?: unknown;
}

/**
 * Returns the result of a write that begins: as long as it has not ended, its outcome is unknown.
 *
 * @param earlier how the last try ended
 */
export const startedWrite = <Body>(body: Body, earlier: WriteResult<Body> | null): WriteResult<Body> => ({
  end: 'unknown',
  body,
  stored: null,
  answered: false,
  failure: null,
  sent: earlier?.sent ?? null,
});

/** Returns the result of a write that has begun and was stopped by a defect. */
export function stoppedWrite<Body>(started: WriteResult<Body> | null, defect: unknown): WriteResult<Body> {
  if (started === null) throw new Error('A write was stopped that has not begun.');
  return { ...started, sent: started.body, defect };
}

const write = setup({
  types: {} as {
    input: WriteInput<Texts>;
    context: WriteInput<Texts> & WriteResult<Texts>;
    output: WriteResult<Texts>;
    tags: 'busy';
  },
  actors: {
    read: notProvided<Texts | null, void>('read'),
    send: notProvided<unknown, Sending<Texts>>('send'),
  },
  guards: {
    gone: ({ context }, stored: Texts | null) => stored === null && context.isNew !== true,
    exists: ({ context }, stored: Texts | null) => stored !== null && context.isNew === true,
    changedByBoth: ({ context }, stored: Texts | null) => mergeWith(context, stored).conflicts.length > 0,
    outcomeUnknown: ({ event }) => isOutcomeUnknown(errorIn(event)),
    mayExist: ({ context, event }) => context.isNew === true && reportsDuplicate(errorIn(event)),
    isStored: ({ context }, stored: Texts | null) => stored !== null && hasSent(stored, context.body),
  },
});

/**
 * Writes a record once (§Notes "Dashboard"): fetches what the server has and merges it, sends it, and after a lost response
 * fetches again to see whether it was done. A user who tries again after an unknown outcome starts another one with what
 * this one has sent. Chart: docs/machines/write.md.
 */
export const writeMachine = write.createMachine({
  id: 'write',
  context: ({ input }) => ({ ...input, end: 'not-fetched', stored: null, answered: false, failure: null }),
  initial: 'comparing',
  states: {
    comparing: {
      tags: 'busy',
      invoke: {
        id: 'readBefore',
        src: 'read',
        onDone: [
          {
            guard: { type: 'gone', params: ({ event }) => event.output },
            target: 'ended',
            actions: assign({ end: 'gone' }),
          },
          {
            guard: { type: 'exists', params: ({ event }) => event.output },
            target: 'ended',
            actions: assign({ end: 'exists' }),
          },
          {
            guard: { type: 'changedByBoth', params: ({ event }) => event.output },
            target: 'ended',
            actions: assign({ end: 'changed-by-both', stored: ({ event }) => event.output }),
          },
          {
            target: 'sending',
            actions: assign({
              stored: ({ event }) => event.output,
              body: ({ context, event }) => mergeWith(context, event.output).merged,
            }),
          },
        ],
        onError: 'ended',
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { body, isNew = false } }) => ({ body, isNew }),
        onDone: { target: 'ended', actions: assign({ end: 'done', answered: true, sent: null }) },
        onError: [
          {
            guard: 'outcomeUnknown',
            target: 'checking',
            actions: assign({
              end: 'unknown',
              failure: ({ event }) => failureOf(event.error),
              sent: ({ context }) => context.body,
            }),
          },
          {
            guard: 'mayExist',
            target: 'checking',
            actions: assign({ end: 'rejected', failure: ({ event }) => failureOf(event.error) }),
          },
          {
            target: 'ended',
            actions: assign({ end: 'rejected', failure: ({ event }) => failureOf(event.error) }),
          },
        ],
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'readAfter',
        src: 'read',
        onDone: [
          {
            guard: { type: 'isStored', params: ({ event }) => event.output },
            target: 'ended',
            actions: assign({ end: 'done', failure: null, sent: null }),
          },
          { target: 'ended' },
        ],
        onError: 'ended',
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context: { end, body, stored, answered, failure, sent } }) => ({
    end,
    body,
    stored,
    answered,
    failure,
    sent,
  }),
});

const mergeWith = ({ base, body, sent }: WriteInput<Texts>, stored: Texts | null) =>
  stored === null ? { merged: body, conflicts: [] } : mergeRecord(base, body, stored, sent);

interface Calls<Body> {
  /** Fetches what the server has, as it is sent; null if there is nothing. */
  readonly read: () => Promise<Body | null>;
  readonly send: (sending: Sending<Body>) => Promise<unknown>;
}

type WriteLogic<Body> = ActorLogic<Snapshot<WriteResult<Body>>, AnyEventObject, WriteInput<Body>>;

/**
 * Returns the machine for one kind of record.
 *
 * @param calls absent in the machine that invokes it: the application provides them
 */
export function writeOf<Body extends Texts>(calls?: Calls<Body>): WriteLogic<Body> {
  const logic = calls && {
    read: fromPromise<Body | null>(calls.read),
    send: fromPromise<unknown, Sending<Body>>(({ input }) => calls.send(input)),
  };
  // XState can't infer its types inside a generic function. What comes out has the fields that went in.
  return writeMachine.provide({ actors: (logic ?? {}) as object }) as unknown as WriteLogic<Body>;
}
