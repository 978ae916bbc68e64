import {
  defect,
  doneEvent,
  errorEvent,
  expectNobodyGetsStuck,
  expectOnEveryWalk,
  failure,
  planFor,
  replay,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { blankGridRow, type GridRowDraft, patientImportRow } from '@/contract';
import { importRowOf, sortRows } from '@/machines/rows-to-save';
import { savePatientsMachine } from '@/machines/save-patients.machine';

const whole: GridRowDraft = {
  ...blankGridRow('row-1'),
  name: 'Ada',
  email: 'ada@example.com',
  phone: '15550100',
  age: '0',
  street: '1 Main St',
  city: 'Albany',
  postalCode: '01234',
  state: 'NY',
  country: 'USA',
};
const begun = { ...blankGridRow('row-2'), name: 'Grace' };
const empty = blankGridRow('row-3');

const plan = planFor(savePatientsMachine, {
  input: undefined,
  events: [
    { type: 'SAVE', rows: [whole, begun, empty] },
    { type: 'SAVE', rows: [begun, empty] },
  ],
  answers: { addPatients: [undefined] },
  errors: [failure('addPatients', 400), failure('addPatients', 'no-response'), defect],
  goal: 'idle',
});

describe('Save All', () => {
  it('never leaves the provider stuck', () => expectNobodyGetsStuck(plan));

  it('sends complete rows only', () =>
    expectOnEveryWalk(plan, ({ calls }) => {
      for (const { input } of calls) expect(input).toEqual([importRowOf(whole)]);
    }));

  it('hands the partly filled rows back after saving', async () => {
    const save = { type: 'SAVE', rows: [whole, begun, empty] };
    const { emitted } = await replay(plan, [save, doneEvent('addPatients')]);
    expect(emitted).toEqual([{ type: 'saved', count: 1, skipped: [begun] }]);
    const failed = await replay(plan, [save, errorEvent('addPatients', failure('addPatients', 500))]);
    expect(failed.emitted).toEqual([]);
  });

  it('refuses a grid without a complete row', () => {
    const actor = createActor(savePatientsMachine).start();
    actor.send({ type: 'SAVE', rows: [begun, empty] });
    expect(actor.getSnapshot().context.refusal).toBe('Please enter all the details of patient.');
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
  });
});

describe('the rows of the grid', () => {
  it.each(['name', 'email', 'phone', 'age', 'street', 'city', 'postalCode', 'state', 'country'] as const)(
    'are incomplete without %s',
    (field) => {
      const row = { ...whole, [field]: '  ' };
      expect(sortRows([row])).toEqual({ complete: [], partial: [row] });
    },
  );

  it('count age 0 as a value, and need no address line 2', () => {
    expect(sortRows([whole]).complete).toEqual([whole]);
  });

  it.each(['addressLine2', 'shippingType', 'kitType'] as const)('are begun with %s alone', (field) => {
    const row = { ...empty, [field]: 'x' };
    expect(sortRows([row, empty]).partial).toEqual([row]);
  });

  it('become what the server wants, unchecked and without the grid’s own id', () => {
    const sent = importRowOf(whole);
    expect(patientImportRow.parse(sent)).toEqual(sent);
    expect(sent).toMatchObject({ name: 'Ada', postalCode: '01234', kitType: null, isChecked: false });
    expect(sent).not.toHaveProperty('id');
  });
});
