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
import { writeMachine } from '@/machines/write.machine';

const body = { name: 'Ada', phone: '2', street: '1 Main St', city: 'Albany' };
const base = { ...body, phone: '1' };
const update = { body, base, sent: null };
const create = { ...update, isNew: true };

const lost = failure('updatePatient', 'no-response');
/** What the server has before the write, with another phone from someone else, and with what was sent. */
const before = { ...body, phone: '1' };
const bothChanged = { ...body, phone: '3' };
const saved = { ...body, name: ' Ada ' };

const merges = doneEvent('readBefore', before);
const loses = [merges, errorEvent('send', lost)];

const plans = (errors: readonly unknown[]) =>
  [update, create].map((input) =>
    planFor(writeMachine, {
      input,
      events: [],
      answers: {
        readBefore: [before, bothChanged, null],
        send: [undefined],
        readAfter: [saved, before, null],
      },
      errors,
      // Its result says how it ended.
      silentCalls: ['readBefore', 'send', 'readAfter'],
    }),
  );
const [updating, creating] = plans([failure('updatePatient', 500), lost, defect]);
if (updating === undefined || creating === undefined) throw new Error('There are two plans.');

const isSent = (calls: readonly { id: string }[]) => calls.some(({ id }) => id === 'send');

describe('a write of a record', () => {
  it('ends in every case', () => expectNoDeadEnd(updating, creating));

  it.each([updating, creating])('is sent once at most, and done only where the server has it', (plan) =>
    expectOnEveryWalk(plan, ({ calls, output }, walk) => {
      expect(calls.filter(({ id }) => id === 'send').length).toBeLessThanOrEqual(1);
      const isAnswered = walk.some(({ type }) => type === doneEvent('send').type);
      const isInList = walk.some((event) => 'output' in event && event.output === saved);
      if (output !== undefined) expect(output).toHaveProperty('end', expect.any(String));
      expect((output as { end?: string } | undefined)?.end === 'done').toBe(isAnswered || isInList);
    }),
  );
});

describe('before it is sent', () => {
  it('takes over what someone else has saved in other fields', async () => {
    const renamed = { ...before, name: 'Ada Byron' };
    const { calls } = await replay(updating, [doneEvent('readBefore', renamed)]);
    expect(calls.at(-1)).toEqual({
      id: 'send',
      input: { body: { ...body, name: 'Ada Byron' }, isNew: false },
    });
  });

  it.each([
    [
      'someone else has changed the same field',
      doneEvent('readBefore', bothChanged),
      'changed-by-both',
      bothChanged,
    ],
    ['it is gone', doneEvent('readBefore', null), 'gone', null],
    ['it can’t be fetched', errorEvent('readBefore', defect), 'not-fetched', null],
  ])('sends nothing where %s', async (_, event, end, stored) => {
    const { calls, output } = await replay(updating, [event]);
    expect(isSent(calls)).toBe(false);
    expect(output).toEqual({ end, body, stored, answered: false, failure: null, sent: null });
  });

  it('sends a new one only where there is none', async () => {
    const exists = await replay(creating, [doneEvent('readBefore', before)]);
    expect(isSent(exists.calls)).toBe(false);
    expect(exists.output).toMatchObject({ end: 'exists', stored: null });
    const { calls } = await replay(creating, [doneEvent('readBefore', null)]);
    expect(calls.at(-1)).toEqual({ id: 'send', input: { body, isNew: true } });
  });

  it('is sent once the user has chosen, as the server’s value is what the edit started from then', async () => {
    const chosen = { ...updating, input: { ...update, base: { ...base, phone: '3' } } };
    const { calls } = await replay(chosen, [doneEvent('readBefore', bothChanged)]);
    expect(calls.at(-1)).toMatchObject({ id: 'send', input: { body } });
  });

  it('does not take what an earlier try has sent for someone else’s change', async () => {
    const again = { ...updating, input: { ...update, sent: { ...body, phone: '3' } } };
    const { calls } = await replay(again, [doneEvent('readBefore', bothChanged)]);
    expect(calls.at(-1)).toMatchObject({ id: 'send', input: { body } });
  });
});

describe('once it was sent', () => {
  it.each([
    ['is done with a response', [merges, doneEvent('send')], { end: 'done', answered: true }],
    [
      'is rejected',
      [merges, errorEvent('send', failure('updatePatient', 500))],
      { end: 'rejected', failure: { status: 500 }, sent: null },
    ],
    [
      'is done where the server has what was sent',
      [...loses, doneEvent('readAfter', saved)],
      { end: 'done', answered: false, failure: null, sent: null },
    ],
    [
      'is unknown where the server has something else',
      [...loses, doneEvent('readAfter', before)],
      { end: 'unknown', failure: lost, sent: body },
    ],
    [
      'is unknown where the server has nothing',
      [...loses, doneEvent('readAfter', null)],
      { end: 'unknown', failure: lost, sent: body },
    ],
    [
      'is unknown where it can’t be fetched',
      [...loses, errorEvent('readAfter', defect)],
      { end: 'unknown', failure: lost, sent: body },
    ],
  ])('%s', async (_, walk, result) => {
    expect((await replay(updating, walk)).output).toMatchObject({ ...result, body, stored: before });
  });

  it.each([
    ['is done where the server has it', saved, { end: 'done', answered: false }],
    ['is rejected where the server has another one', before, { end: 'rejected', failure: { status: 409 } }],
  ])('a new one that exists already %s', async (_, stored, result) => {
    const walk = [doneEvent('readBefore', null), errorEvent('send', failure('addLab', 409))];
    expect((await replay(creating, [...walk, doneEvent('readAfter', stored)])).output).toMatchObject(result);
  });

  it('keeps what an earlier try has sent without an answer while that is not known to be saved', async () => {
    const again = { ...updating, input: { ...update, sent: base } };
    for (const walk of [
      [errorEvent('readBefore', defect)],
      [merges, errorEvent('send', failure('updatePatient', 500))],
    ])
      expect((await replay(again, walk)).output).toMatchObject({ sent: base });
    expect((await replay(again, [merges, doneEvent('send')])).output).toMatchObject({ sent: null });
  });
});
