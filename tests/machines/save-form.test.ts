import {
  defect,
  doneEvent,
  errorEvent,
  expectNoDeadEnd,
  failure,
  planFor,
  replay,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { saveFormMachine } from '@/machines/save-form.machine';

const body = { name: 'Northfold Labs' };
const save = { type: 'SAVE', body, base: {}, isNew: true } as const;
const leave = { type: 'LEAVE' } as const;

const done = { end: 'done', body, stored: null, answered: true, failure: null, sent: null } as const;
const rejected = { ...done, end: 'rejected', answered: false, failure: failure('addLab', 500) } as const;
const unknown = {
  ...rejected,
  end: 'unknown',
  failure: failure('addLab', 'no-response'),
  sent: body,
} as const;

const plan = planFor(saveFormMachine, {
  input: undefined,
  events: [save, leave],
  answers: { write: [done, rejected, unknown] },
  errors: [defect],
  // How a write ended is its result.
  silentCalls: ['write'],
});

describe('saving a form', () => {
  it('never leaves the user stuck', () => expectNoDeadEnd(plan));

  it('reports how each save ended', async () => {
    const { emitted } = await replay(plan, [save, doneEvent('write', done)]);
    expect(emitted).toEqual([{ type: 'ended', isNew: true, result: done }]);
  });

  it('may have saved where a defect has stopped it', async () => {
    const { context, emitted } = await replay(plan, [save, errorEvent('write', defect)]);
    const result = { ...unknown, failure: null, defect };
    expect(context).toMatchObject({ result });
    expect(emitted).toEqual([{ type: 'ended', isNew: true, result }]);
  });

  it.each([
    ['it was rejected', rejected, null],
    ['it may have been saved', unknown, body],
  ])('knows what was sent without an answer, also once the form was left, where %s', async (_, end, sent) => {
    const left = [save, doneEvent('write', end), leave];
    expect((await replay(plan, left)).context).toMatchObject({ result: sent === null ? null : end });
    const { calls } = await replay(plan, [...left, save]);
    expect(calls.at(-1)).toEqual({ id: 'write', input: { body, base: {}, isNew: true, sent } });
  });
});
