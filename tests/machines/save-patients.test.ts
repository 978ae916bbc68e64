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
import { createActor, type EventObject } from 'xstate';
import { isOutcomeUnknown, type Patient, patient, patientImportRow } from '@/contract';
import {
  findAdded,
  findSent,
  importRowOf,
  isSameRow,
  recordOf,
  rowsToSend,
  sortRows,
} from '@/domain/patient-rows';
import type { SentRow } from '@/domain/storage-keys';
import { blankGridRow, type GridRow } from '@/domain/storage-keys';
import { savePatientsMachine } from '@/machines/save-patients.machine';

const whole: GridRow = {
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

const savedIn = (emitted: readonly EventObject[]) => emitted.filter(({ type }) => type === 'saved');
const isLost = (event: EventObject & { error?: unknown }) =>
  event.type === 'xstate.error.actor.addPatients' && isOutcomeUnknown(event.error);

/** Ada as stored by the server; only the compared fields matter. */
const ada = patient.parse({
  patient_id: 'p-1',
  id: 1,
  patient_name: 'ADA ',
  patient_email: 'Ada@Example.com',
  patient_phone: '1555-0100',
  patient_age: 0,
  patient_street: '1 Main St',
  patient_city: 'Albany',
  patient_postal_code: '01234',
  patient_state: 'NY',
  patient_country: 'USA',
  address_line_2: null,
  authorized: 0,
});
const moved = { ...ada, patient_street: '2 Main St' };
const unsaved: SentRow = { row: whole, before: 0 };
const unknown: SentRow = { row: whole, before: null };

const mine = (rows: readonly SentRow[], unanswered: readonly SentRow[] = []) =>
  doneEvent('startSaving', { rows, unanswered });
const save = { type: 'SAVE', rows: [whole, begun, empty] } as const;
const check = { type: 'CHECK', rows: save.rows } as const;
const resume = (...unanswered: readonly SentRow[]) =>
  ({ type: 'RESUME', rows: save.rows, unanswered }) as const;
const lost = errorEvent('addPatients', failure('addPatients', 'no-response'));
const patientList = (...patients: readonly Patient[]) => doneEvent('fetchPatients', patients);
const noList = errorEvent('fetchPatients', failure('fetchPatients', 'no-response'));

const plan = planFor(savePatientsMachine, {
  input: undefined,
  events: [save, check, resume(unsaved)],
  answers: {
    startSaving: [{ rows: [unsaved], unanswered: [] }],
    addPatients: [undefined],
    fetchPatients: [[], [ada]],
  },
  errors: [failure('addPatients', 400), failure('addPatients', 'no-response'), defect],
  silentCalls: ['fetchPatients'],
  goal: 'idle',
});

describe('Save All', () => {
  it('never leaves the provider stuck', () => expectNoDeadEnd(plan));

  it('sends complete rows only', () =>
    expectOnEveryWalk(plan, ({ calls }) => {
      for (const { input } of calls.filter(({ id }) => id === 'addPatients'))
        expect(input).toEqual([importRowOf(whole)]);
    }));

  it('sends nothing between a lost answer and a list that was read', () =>
    expectOnEveryWalk(plan, (_, walk) => {
      let unchecked = false;
      for (const event of walk) {
        if (event.type.endsWith('addPatients')) expect(unchecked).toBe(false);
        unchecked = isLost(event) || (unchecked && event.type !== 'xstate.done.actor.fetchPatients');
      }
    }));

  it('asks for the rows to send and to check first', async () => {
    const { calls } = await replay(plan, [save]);
    expect(calls).toEqual([{ id: 'startSaving', input: [whole] }]);
  });

  it.each([
    ['this tab saves', [save, mine([unsaved])], ['busy', 'sending']],
    ['the list is read', [save, mine([unsaved]), lost], ['busy', 'checking']],
  ])('shows that %s', async (_, walk, tags) => {
    expect((await replay(plan, walk)).tags).toEqual(tags);
  });

  it('shows the rows that it skipped until the next Save All, but only once the others were saved', async () => {
    const skippedAfter = async (...walk: EventObject[]) =>
      ((await replay(plan, [save, mine([unsaved]), ...walk])).context as { skipped: string[] }).skipped;
    expect(await skippedAfter()).toEqual([]);
    expect(await skippedAfter(doneEvent('addPatients'))).toEqual(['row-2']);
    expect(await skippedAfter(doneEvent('addPatients'), save)).toEqual([]);
    expect(await skippedAfter(lost, patientList(ada))).toEqual(['row-2']);
    expect(await skippedAfter(lost, patientList())).toEqual([]);
  });

  it('shows which rows were rejected until the next Save All', async () => {
    const walk = [save, mine([unsaved]), errorEvent('addPatients', failure('addPatients', 422))];
    expect((await replay(plan, walk)).context).toMatchObject({ rejected: [whole], rows: [] });
    expect((await replay(plan, [...walk, save])).context).toMatchObject({ rejected: [] });
    const unanswered = await replay(plan, [save, mine([unsaved]), lost, patientList()]);
    expect(unanswered.context).toMatchObject({ rejected: [whole] });
  });

  it('remembers rows on their way until it is known what became of them', async () => {
    const remembered = async (...walk: EventObject[]) =>
      (await replay(plan, [save, mine([unsaved]), ...walk])).emitted.filter(
        ({ type }) => type === 'unanswered' || type === 'settled',
      );
    const onItsWay = { type: 'unanswered', rows: [unsaved] };
    expect(await remembered(doneEvent('addPatients'))).toEqual([
      onItsWay,
      { type: 'settled', rows: [whole] },
    ]);
    expect(await remembered(errorEvent('addPatients', failure('addPatients', 400)))).toEqual([
      onItsWay,
      { type: 'settled', rows: [whole] },
    ]);
    expect(await remembered(lost, patientList(ada))).toEqual([onItsWay, { type: 'settled', rows: [whole] }]);
    // A slow server may still save it.
    expect(await remembered(lost, patientList())).toEqual([onItsWay, { type: 'settled', rows: [] }]);
  });

  it('knows what became of all rows once those that were missing are saved', async () => {
    const other = { ...whole, id: 'row-9', email: 'grace@example.com' };
    const walk = [
      save,
      mine([unsaved], [{ row: other, before: 0 }]),
      patientList(),
      doneEvent('addPatients'),
    ];
    const { emitted } = await replay(plan, walk);
    expect(emitted.filter(({ type }) => type === 'settled').at(-1)).toMatchObject({ rows: [whole, other] });
  });

  it('sends nothing after a check that failed until the provider saves again', async () => {
    const walk = [save, mine([], [unsaved]), noList, check, patientList()];
    const { calls, tags } = await replay(plan, walk);
    expect(calls.map(({ id }) => id)).toEqual(['startSaving', 'fetchPatients', 'fetchPatients']);
    expect(tags).toEqual(['idle']);
  });

  it('rejects a grid without a complete row, also while the outcome is unknown', async () => {
    const walk = [save, mine([unsaved]), lost, noList, { type: 'SAVE', rows: [begun, empty] }];
    const { context, tags } = await replay(plan, walk);
    expect(context).toMatchObject({ validationError: 'Please enter all the details of patient.' });
    expect(tags).toEqual(['outcome-unknown']);
  });

  it('rejects a grid without a complete row', () => {
    const actor = createActor(savePatientsMachine).start();
    actor.send({ type: 'SAVE', rows: [begun, empty] });
    expect(actor.getSnapshot().context.validationError).toBe('Please enter all the details of patient.');
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
  });
});

describe('Save All without an answer', () => {
  it('counts rows as saved that are in the list now', async () => {
    const { emitted, context } = await replay(plan, [save, mine([unsaved]), lost, patientList(ada)]);
    expect(savedIn(emitted)).toEqual([{ type: 'saved', rows: [whole], skipped: 1, lookedUp: true }]);
    expect(context).toMatchObject({ result: { saved: 1, missing: 0, unclear: 0 }, failure: null });
  });

  it('keeps rows that are not in the list, with the failure to show', async () => {
    const { emitted, context } = await replay(plan, [save, mine([unsaved]), lost, patientList()]);
    expect(savedIn(emitted)).toEqual([]);
    expect(context).toMatchObject({
      result: { saved: 0, missing: 1, unclear: 0 },
      failure: failure('addPatients', 'no-response'),
    });
  });

  it('does not ask about a row that was removed since', async () => {
    const other = { ...whole, id: 'row-9', email: 'grace@example.com' };
    const only = { type: 'SAVE', rows: [other] };
    const walk = [save, mine([unsaved]), lost, patientList(), only, mine([{ row: other, before: 0 }])];
    const { calls } = await replay(plan, walk);
    expect(calls.filter(({ id }) => id === 'fetchPatients')).toHaveLength(1);
    expect(calls.at(-1)).toEqual({ id: 'addPatients', input: [importRowOf(other)] });
  });

  it('does not send a changed row of a patient who is in the list because another row got no answer', async () => {
    const changed = { ...whole, phone: '15550199' };
    const other = { ...whole, id: 'row-9', email: 'grace@example.com' };
    const both = { type: 'SAVE', rows: [changed, other] };
    const walk = [
      ...[save, mine([unsaved]), lost, noList],
      ...[{ type: 'SAVE', rows: [changed] }, mine([{ row: changed, before: 0 }]), patientList(ada)],
      ...[both, mine([{ row: other, before: 0 }]), lost, patientList(ada), both],
    ];
    const { calls } = await replay(plan, [...walk, mine([{ row: other, before: 0 }]), patientList(ada)]);
    const sent = calls.filter(({ id }) => id === 'addPatients').map(({ input }) => input);
    expect(sent).toEqual([[importRowOf(whole)], [importRowOf(other)], [importRowOf(other)]]);
  });

  it('does not send a row again that may be in the list, as long as it is unchanged', async () => {
    const walk = [save, mine([unknown]), lost, patientList(moved), save];
    const { calls, context } = await replay(plan, walk);
    expect(calls.filter(({ id }) => id === 'addPatients')).toHaveLength(1);
    expect(context).toMatchObject({
      result: { unclear: 1 },
      failure: failure('addPatients', 'no-response'),
    });
    const changed = { ...save, rows: [{ ...whole, email: 'ada.2@example.com' }] };
    const again = await replay(plan, [...walk, changed]);
    expect(again.calls.filter(({ id }) => id === 'startSaving')).toHaveLength(2);
  });

  it('holds back a row that was changed since, also after a check without a Save All, until it is changed again', async () => {
    const changed = { ...whole, email: 'ada.2@example.com' };
    const again = { type: 'SAVE', rows: [changed] };
    const walk = [
      save,
      mine([unsaved]),
      lost,
      noList,
      { ...check, rows: [changed] },
      patientList(ada),
      again,
    ];
    const { calls, emitted } = await replay(plan, walk);
    expect(calls.map(({ id }) => id)).toEqual([
      'startSaving',
      'addPatients',
      'fetchPatients',
      'fetchPatients',
    ]);
    expect(emitted.at(-1)).toEqual({ type: 'nothing-sent', count: 1 });
    const later = { ...changed, phone: '15550199' };
    const earlierTry = { row: whole, before: null, isSaved: true };
    const sendsLater = [
      { type: 'SAVE', rows: [later] },
      mine([{ row: later, before: 0 }], [earlierTry]),
      patientList(ada),
    ];
    expect((await replay(plan, [...walk, ...sendsLater])).calls.at(-1)).toEqual({
      id: 'addPatients',
      input: [importRowOf(later)],
    });
  });

  it('may send a row as it was once the list shows that it is not there', async () => {
    const checkedAgain = [resume(unknown), patientList(), save];
    const { calls } = await replay(plan, [save, mine([unknown]), lost, patientList(moved), ...checkedAgain]);
    expect(calls.filter(({ id }) => id === 'startSaving')).toHaveLength(2);
  });

  it('shows no row as missing once it was saved after all', async () => {
    const again = [save, mine([unsaved]), patientList(), doneEvent('addPatients')];
    const { context } = await replay(plan, [save, mine([unsaved]), lost, patientList(), ...again]);
    expect(context).toMatchObject({ result: { saved: 0, missing: 0, unclear: 0 }, failure: null });
    const atOnce = await replay(plan, [save, mine([unsaved]), doneEvent('addPatients')]);
    expect(atOnce.context).toMatchObject({ result: null });
  });

  it('asks first and sends only what is missing, where the list could not be read either', async () => {
    const other = { ...whole, id: 'row-9', email: 'grace@example.com' };
    const both = { type: 'SAVE', rows: [whole, other, begun] };
    const walk = [save, mine([unsaved]), lost, noList, both, mine([unsaved, { row: other, before: 0 }])];
    const { calls, emitted } = await replay(plan, [...walk, patientList(ada), doneEvent('addPatients')]);
    const sent = calls.filter(({ id }) => id === 'addPatients').map(({ input }) => input);
    expect(sent).toEqual([[importRowOf(whole)], [importRowOf(other)]]);
    expect(savedIn(emitted)).toEqual([
      { type: 'saved', rows: [whole], skipped: 0, lookedUp: true },
      { type: 'saved', rows: [other], skipped: 1, lookedUp: false },
    ]);
  });

  it.each([400, 409, 422])(
    'asks again where a retry is rejected with %i because the patients exist',
    async (status) => {
      const exists = {
        ...failure('addPatients', status),
        message: 'A patient with this email already exists',
      };
      const walk = [save, mine([unsaved]), lost, patientList(), save, mine([unsaved]), patientList()];
      const { emitted } = await replay(plan, [...walk, errorEvent('addPatients', exists), patientList(ada)]);
      expect(savedIn(emitted)).toEqual([{ type: 'saved', rows: [whole], skipped: 1, lookedUp: true }]);
      const first = await replay(plan, [save, mine([unsaved]), errorEvent('addPatients', exists)]);
      expect(first.calls.map(({ id }) => id)).toEqual(['startSaving', 'addPatients']);
    },
  );

  it('is settled after a reload', async () => {
    const { emitted } = await replay(plan, [resume(unknown), patientList(ada)]);
    expect(savedIn(emitted)).toEqual([{ type: 'saved', rows: [whole], skipped: 0, lookedUp: true }]);
  });

  it('finds a row only under its name, however it is spaced', () => {
    expect(findSent([unsaved], [{ ...ada, patient_name: 'Bob' }]).missing).toEqual([whole]);
    expect(findSent([unknown], [{ ...ada, patient_street: ' 1  Main  ST' }]).saved).toEqual([whole]);
    expect(findSent([unknown], [{ ...ada, patient_street: '1Main St' }]).saved).toEqual([]);
  });

  it('counts a row as saved where one patient more has its email, whatever the server made of the details', () => {
    const changed = { ...ada, patient_phone: '99', patient_street: '2 Main St' };
    expect(findSent([unsaved], [changed])).toEqual({ saved: [whole], missing: [], unclear: [] });
    const [before] = rowsToSend([whole], [ada]);
    expect(before && findSent([before], [ada])).toEqual({ saved: [], missing: [whole], unclear: [] });
  });

  it('finds one of two rows with one email where a patient had it before', () => {
    const twin = { ...whole, id: 'row-8' };
    const result = findSent(rowsToSend([whole, twin], [ada]), [ada, { ...ada }]);
    expect(result).toEqual({ saved: [whole], missing: [twin], unclear: [] });
  });

  it.each([
    'patient_phone',
    'patient_age',
    'patient_street',
    'patient_city',
    'patient_postal_code',
    'patient_state',
    'patient_country',
    'address_line_2',
  ] as const)('leaves it open whether a row is saved under another %s if no list was read before', (field) =>
    expect(findSent([unknown], [{ ...ada, [field]: '99' }]).unclear).toEqual([whole]),
  );

  it('finds two rows with one email only where two patients came', () => {
    const twin = { ...unsaved, row: { ...whole, id: 'row-8' } };
    expect(findSent([unsaved, twin], [ada]).saved).toEqual([whole]);
    expect(findSent([unsaved, twin], [ada, { ...ada }]).missing).toEqual([]);
    expect(rowsToSend([whole], [ada, ada])).toEqual([{ row: whole, before: 2 }]);
    expect(rowsToSend([whole], null)).toEqual([unknown]);
  });
});

describe('the patients whom saved rows have become', () => {
  const older = patient.parse({ ...ada, patient_id: 'p-0', id: 0 });
  const authorized = { ...older, authorized: 1 as const };
  const other = { ...older, patient_name: 'Bob' };
  const grace = { ...whole, id: 'row-9', name: 'Grace', email: 'grace@example.com' };
  const addedGrace = { ...older, patient_name: 'Grace', patient_email: 'grace@example.com' };

  it.each([
    ['the one with the name and the email', [other, ada], [], [whole], [ada]],
    ['no one by the email only', [other], [], [whole], []],
    ['one whose details the server has changed', [moved], [], [whole], [moved]],
    ['the one with the details', [moved, older, addedGrace], [], [whole], [older]],
    ['the one who was not in the list before', [older, moved], ['p-0'], [whole], [moved]],
    ['the one who is not authorized', [authorized, moved], [], [whole], [moved]],
    ['all that match alike', [older, ada], [], [whole], [older, ada]],
    ['none while the list is older', [older], ['p-0'], [whole], []],
    ['one who was authorized meanwhile', [authorized], [], [whole], [authorized]],
    ['those of several rows', [addedGrace, other, ada], [], [whole, grace], [ada, addedGrace]],
  ])('are %s', (_, patients, before, rows, expected) => {
    const idsBefore = new Set(before.map((id) => patient.shape.patient_id.parse(id)));
    const added = findAdded(rows, patients, idsBefore);
    expect(added.map((each) => each.patient)).toEqual(expected);
    for (const each of added) expect(each.patient.patient_email.toLowerCase()).toBe(each.row.email);
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

  it('are incomplete while their kit waits for the kit list', () => {
    const waiting = { ...whole, kitText: 'kit 1' };
    expect(sortRows([waiting])).toEqual({ complete: [], partial: [waiting] });
  });

  it('are the same with the same id and cells only', () => {
    expect(isSameRow(whole, whole)).toBe(true);
    expect(isSameRow({ ...whole }, whole)).toBe(true);
    const others = [
      undefined,
      { ...whole, id: 'row-8' },
      { ...whole, age: '1' },
      { ...whole, kitText: 'kit 1' },
    ];
    for (const other of others) expect(isSameRow(other, whole)).toBe(false);
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

it('an edited patient is sent without the row number and the authorization', () =>
  expect(recordOf(ada)).toEqual({
    patient_id: 'p-1',
    patient_name: 'ADA ',
    patient_email: 'Ada@Example.com',
    patient_phone: '1555-0100',
    patient_age: '0',
    patient_street: '1 Main St',
    patient_city: 'Albany',
    patient_postal_code: '01234',
    patient_state: 'NY',
    patient_country: 'USA',
    address_line_2: '',
  }));
