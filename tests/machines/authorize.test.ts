import {
  defect,
  doneEvent,
  errorEvent,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  replay,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type Patient, patient, patientId } from '@/contract';
import { authorizeMachine } from '@/machines/authorize.machine';

const [a, b, c] = [patientId.parse('P-1'), patientId.parse('P-2'), patientId.parse('P-3')];
const toggle = { type: 'TOGGLE', id: a } as const;

const lost = failure('authenticatePatients', 'no-response');
/** The server's list with these patients authorized. */
const listWith = (...authorized: string[]): Patient[] =>
  [a, b, c].map((id, index) =>
    patient.parse({ patient_id: id, id: index, authorized: authorized.includes(id) ? 1 : 0 }),
  );

const plan = planFor(authorizeMachine, {
  input: undefined,
  events: [
    toggle,
    { type: 'SET_MANY', ids: [a, b], checked: true },
    { type: 'SET_MANY', ids: [a, b], checked: false },
    { type: 'CLEAR' },
    { type: 'AUTHORIZE' },
    { type: 'DEAUTHORIZE' },
  ],
  answers: { setAuthorization: [undefined], fetchPatients: [listWith(a, b), listWith()] },
  errors: [failure('authenticatePatients', 500), lost, defect],
  // A failed read is shown by the list itself; the machine keeps the failure that caused the read.
  silentCalls: ['fetchPatients'],
  goal: 'selecting',
});

describe('authorizing patients', () => {
  it('never leaves the provider stuck', () => expectNoDeadEnd(plan));

  it('never sends an empty selection to the server', () =>
    expectOnEveryWalk(plan, ({ calls }) => {
      for (const { input } of calls) expect(input).not.toMatchObject({ patientIds: [] });
    }));

  it('keeps the selection after a failure, and after success for the orders that come next', async () => {
    const failed = errorEvent('setAuthorization', failure('authenticatePatients', 500));
    const again = { type: 'AUTHORIZE' };
    const done = doneEvent('setAuthorization');
    const { calls } = await replay(plan, [toggle, again, failed, again, done, again]);
    expect(calls.map(({ input }) => input)).toEqual(Array(3).fill({ patientIds: [a], authorized: 1 }));
  });

  describe('without an answer', () => {
    const loses = (type: 'AUTHORIZE' | 'DEAUTHORIZE') => [
      { type: 'SET_MANY', ids: [a, b], checked: true },
      { type },
      errorEvent('setAuthorization', lost),
    ];

    it.each([
      ['AUTHORIZE', 1, listWith(a, b)],
      ['DEAUTHORIZE', 0, listWith(c)],
    ] as const)('%s is done once the list shows it for all of them', async (type, authorized, list) => {
      const walk = [...loses(type), doneEvent('fetchPatients', list)];
      const { emitted, context } = await replay(plan, walk);
      expect(emitted).toEqual([{ type: 'done', patientIds: [a, b], authorized, answered: false }]);
      expect(context).toMatchObject({ selected: new Set([a, b]), failure: null });
    });

    it.each([
      doneEvent('fetchPatients', listWith(a)),
      doneEvent('fetchPatients', []),
      errorEvent('fetchPatients', failure('fetchPatients', 500)),
    ])('keeps the selection and its failure after %o', async (end) => {
      const { emitted, context } = await replay(plan, [...loses('AUTHORIZE'), end]);
      expect(emitted).toEqual([]);
      expect(context).toMatchObject({ selected: new Set([a, b]), failure: lost });
    });

    it('lets the selection be changed before the next try', async () => {
      const unknown = [...loses('AUTHORIZE'), doneEvent('fetchPatients', listWith())];
      expect((await replay(plan, unknown)).tags).toEqual(['outcome-unknown', 'selecting']);
      const changes = [toggle, { type: 'SET_MANY', ids: [c], checked: true }, { type: 'DEAUTHORIZE' }];
      const { calls } = await replay(plan, [...unknown, ...changes]);
      expect(calls.at(-1)?.input).toEqual({ patientIds: [b, c], authorized: 0 });
    });

    it('asks the server again on the next try, and no longer shows that it is unknown', async () => {
      const unknown = [...loses('AUTHORIZE'), doneEvent('fetchPatients', listWith())];
      const { calls, emitted } = await replay(plan, [
        ...unknown,
        { type: 'AUTHORIZE' },
        doneEvent('setAuthorization'),
      ]);
      expect(calls.map(({ id }) => id)).toEqual(['setAuthorization', 'fetchPatients', 'setAuthorization']);
      expect(emitted).toMatchObject([{ type: 'done', answered: true }]);
    });
  });

  it.each(['AUTHORIZE', 'DEAUTHORIZE'] as const)(
    '%s sends its own value after the other one failed',
    async (type) => {
      const other = type === 'AUTHORIZE' ? 'DEAUTHORIZE' : 'AUTHORIZE';
      for (const ends of [
        [errorEvent('setAuthorization', failure('authenticatePatients', 500))],
        [errorEvent('setAuthorization', lost), errorEvent('fetchPatients', defect)],
      ]) {
        const { calls } = await replay(plan, [toggle, { type: other }, ...ends, { type }]);
        expect(calls.at(-1)?.input).toEqual({ patientIds: [a], authorized: type === 'AUTHORIZE' ? 1 : 0 });
      }
    },
  );

  it.each(['AUTHORIZE', 'DEAUTHORIZE'] as const)(
    '%s is rejected once the selection is cleared',
    async (type) => {
      const unknown = [
        { type: 'AUTHORIZE' },
        errorEvent('setAuthorization', lost),
        errorEvent('fetchPatients', defect),
      ];
      for (const before of [[], unknown]) {
        const { calls, context, tags } = await replay(plan, [toggle, ...before, { type: 'CLEAR' }, { type }]);
        expect(calls).toHaveLength(before.length === 0 ? 0 : 2);
        expect(context).toMatchObject({
          selected: new Set(),
          failure: null,
          validationError: 'No patients selected for authorization update.',
        });
        expect(tags).toEqual(['selecting']);
      }
      const { context } = await replay(plan, [toggle, ...unknown, toggle, { type }]);
      expect(context).toMatchObject({
        validationError: 'No patients selected for authorization update.',
      });
    },
  );

  it('selects all that the search shows, and leaves hidden selections alone', () => {
    const actor = createActor(authorizeMachine).start();
    actor.send({ type: 'TOGGLE', id: c });
    actor.send({ type: 'SET_MANY', ids: [a, b], checked: true });
    actor.send({ type: 'SET_MANY', ids: [b], checked: false });
    expect([...actor.getSnapshot().context.selected].sort()).toEqual([a, c]);
  });

  it('shows an error when no patient is selected, until one is', () => {
    const actor = createActor(authorizeMachine).start();
    actor.send({ type: 'AUTHORIZE' });
    expect(actor.getSnapshot().context.validationError).toBe(
      'No patients selected for authorization update.',
    );
    actor.send(toggle);
    expect(actor.getSnapshot().context.validationError).toBeNull();
  });
});
