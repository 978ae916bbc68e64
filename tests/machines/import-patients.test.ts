import { expectNoDeadEnd, planFor } from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { type ColumnMatch, ImportError, type ImportResult } from '@/domain/patient-import';
import {
  type ImportPatientsEmitted,
  type ImportPatientsEvent,
  importPatientsMachine,
  type ReadFileInput,
} from '@/machines/import-patients.machine';

const file = new File(['x'], 'patients.xlsx');
const chosen = { type: 'CHOOSE', file, kits: [] } as const;

const inOrder: ColumnMatch = {
  ...{ name: 0, lastName: null, email: 1, phone: 2, age: 3, street: 4, addressLine2: null, city: 5 },
  ...{ postalCode: 6, state: 7, country: 8, shippingType: 9, frequency: 10, kitType: 11 },
};
const cityAndStateSwapped: ColumnMatch = { ...inOrder, city: 7, state: 5 };

const reading = {
  ...{ sheets: ['Patients'], sheet: 0, headerRow: 1, firstRows: [], withHidden: false },
  ...{ hidden: { rows: 0, columns: 0 }, leftOut: [] },
};

function resultOf(changes: Partial<ImportResult> = {}): ImportResult {
  const values = {
    ...{ name: 'Ava', email: 'ava@example.com', phone: '+1 617 555 0123', age: '34', street: '1 Main St' },
    ...{ city: 'Boston', postalCode: '02116', state: 'MA', country: 'USA', addressLine2: '' },
    ...{ shippingType: 'USPS', frequency: '1 Month', kitType: null },
  };
  const rows = [{ sheetRow: 2, values, kit: 'kit 1', issues: [] }];
  const base = {
    fileName: 'patients.xlsx',
    sheetName: 'Patients',
    reading,
    totalRows: 1,
    truncated: false,
    kitsNotLookedUp: false,
    match: inOrder,
    columns: null,
    confirmed: true,
  };
  return { ...base, rows, ...changes };
}

const complete = resultOf();
const kitsMissing = resultOf({ kitsNotLookedUp: true });
const columns = { sources: [], headerIsPatient: false };
const otherHeader = resultOf({ columns, confirmed: false });
const rereadResult = resultOf({ columns, match: cityAndStateSwapped });

/** The columns of a file with these headers. */
const headers = (...names: readonly string[]) => ({
  sources: names.map((header, index) => ({ index, letter: 'AB'.charAt(index), header, samples: [] })),
  headerIsPatient: false,
});

const read = (output: ImportResult) =>
  ({ type: 'xstate.done.actor.readFile', output, actorId: 'readFile' }) as const;

const readComplete = read(complete);
const readKitsMissing = read(kitsMissing);
const readOtherHeader = read(otherHeader);
const damaged = {
  type: 'xstate.error.actor.readFile',
  error: new ImportError('damaged'),
  actorId: 'readFile',
} as const;

const asSuggested = { type: 'CONFIRM_COLUMNS', match: inOrder, kits: [] } as const;
const corrected = { type: 'CONFIRM_COLUMNS', match: cityAndStateSwapped, kits: [] } as const;

const plan = planFor(importPatientsMachine, {
  input: undefined,
  events: [
    { type: 'OPEN' },
    { type: 'CLOSE' },
    chosen,
    { type: 'CANCEL' },
    { type: 'KITS_LOOKED_UP', result: complete },
    asSuggested,
    corrected,
    { type: 'CHANGE_COLUMNS' },
    { type: 'CHANGE_VIEW', view: { sheet: 1, headerRow: null, withHidden: false }, kits: [] },
    { type: 'ACCEPT' },
  ],
  answers: { readFile: [complete, kitsMissing, otherHeader] },
  errors: [new ImportError('damaged')],
  silentCalls: ['readFile'],
  goal: 'preview',
});

/** An event that is sent, or one that ends the running read. */
type PlayedEvent = ImportPatientsEvent | ReturnType<typeof read> | typeof damaged;

/** Runs the real machine with a `readFile` that the test ends. */
function start() {
  const emitted: ImportPatientsEmitted[] = [];
  const reads: Array<{
    input: ReadFileInput;
    signal: AbortSignal;
    resolve: (output: ImportResult) => void;
    reject: (error: unknown) => void;
  }> = [];
  const machine = importPatientsMachine.provide({
    actors: {
      readFile: fromPromise<ImportResult, ReadFileInput>(
        ({ input, signal }) =>
          new Promise((resolve, reject) => {
            reads.push({ input, signal, resolve, reject });
          }),
      ),
    },
  });
  const actor = createActor(machine);
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  return {
    actor,
    emitted,
    reads,
    async play(...events: readonly PlayedEvent[]) {
      for (const event of events) {
        const running = reads.at(-1);
        const ends = 'output' in event || 'error' in event;
        if ('output' in event) running?.resolve(event.output);
        else if ('error' in event) running?.reject(event.error);
        else actor.send(event);
        await waitFor(actor, (snapshot) => !ends || !snapshot.hasTag('busy'));
      }
    },
  };
}

/** Opens the dialog, chooses the file, and goes on with these events. */
async function importing(...events: readonly PlayedEvent[]) {
  const run = start();
  await run.play({ type: 'OPEN' }, chosen, ...events);
  return run;
}

describe('importing patients from a file', () => {
  it('never leaves the provider stuck', () => expectNoDeadEnd(plan));

  it('aborts the reading when the user cancels or closes the dialog', async () => {
    for (const end of ['CANCEL', 'CLOSE'] as const) {
      const run = await importing();
      expect(run.reads[0]?.signal.aborted).toBe(false);
      await run.play({ type: end });
      expect(run.reads[0]?.signal.aborted).toBe(true);
      expect(run.actor.getSnapshot().hasTag('busy')).toBe(false);
    }
  });

  it('shows how far the reading is', async () => {
    const run = await importing();
    run.reads[0]?.input.onProgress(0.4);
    expect(run.actor.getSnapshot().context.progress).toBe(0.4);
  });

  it('reports why a file was rejected and lets the user choose another one', async () => {
    const run = await importing(damaged);
    const snapshot = run.actor.getSnapshot();
    expect(snapshot.context.failure).toEqual({
      reason: 'damaged',
      message: new ImportError('damaged').message,
    });
    expect(snapshot.can(chosen)).toBe(true);
  });

  it('keeps the preview when a second file is rejected', async () => {
    const run = await importing(readComplete, chosen, damaged);
    const snapshot = run.actor.getSnapshot();
    expect(snapshot.hasTag('preview')).toBe(true);
    expect(snapshot.context).toMatchObject({ result: complete, failure: { reason: 'damaged' } });
  });

  it('does not pass on rows whose kits were not looked up', async () => {
    const run = await importing(readKitsMissing);
    expect(run.actor.getSnapshot().can({ type: 'ACCEPT' })).toBe(false);
    run.actor.send({ type: 'KITS_LOOKED_UP', result: complete });
    expect(run.actor.getSnapshot().can({ type: 'ACCEPT' })).toBe(true);
  });

  it('adds nothing before the user confirmed the columns of a file with other headers', async () => {
    const run = await importing(readOtherHeader);
    expect(run.actor.getSnapshot().hasTag('matching')).toBe(true);
    expect(run.actor.getSnapshot().can({ type: 'ACCEPT' })).toBe(false);
    await run.play(asSuggested);
    expect(run.reads).toHaveLength(1);
    await run.play({ type: 'ACCEPT' });
    expect(run.emitted).toEqual([
      { type: 'columns-confirmed', columns: otherHeader.columns, match: inOrder },
      { type: 'rows-for-grid', rows: otherHeader.rows },
    ]);
  });

  it('reads the file again by the columns that the user corrected', async () => {
    const run = await importing(readOtherHeader, corrected);
    expect(run.reads[1]?.input).toMatchObject({ file, match: cityAndStateSwapped });
    await run.play(read(rereadResult));
    expect(run.actor.getSnapshot().hasTag('preview')).toBe(true);
    expect(run.emitted).toEqual([{ type: 'columns-confirmed', columns, match: cityAndStateSwapped }]);
  });

  it('reports why reading by the corrected columns failed', async () => {
    const run = await importing(readOtherHeader, corrected, damaged);
    expect(run.actor.getSnapshot().context.failure?.reason).toBe('damaged');
  });

  it.each([
    ['is closed', { type: 'CLOSE' }],
    ['was accepted', { type: 'ACCEPT' }],
  ] as const)('keeps nothing of the file once the dialog %s', async (_, end) => {
    const run = await importing(readComplete, end, { type: 'OPEN' });
    expect(run.actor.getSnapshot().context).toMatchObject({ file: null, result: null, source: null });
    expect(run.actor.getSnapshot().can(chosen)).toBe(true);
  });

  it.each([
    ['is being asked for', [readOtherHeader]],
    ['is known', [readComplete]],
  ])('reads another file while the order of the columns %s', async (_, before) => {
    const other = new File(['y'], 'other.xlsx');
    const run = await importing(...before, { ...chosen, file: other });
    // A matcher of objects takes all files for equal.
    expect(run.reads.at(-1)?.input.file).toBe(other);
    expect(run.reads.at(-1)?.input.match).toBeNull();
  });

  it('goes back to the preview once the columns were confirmed, and to the question once it is asked again', async () => {
    const confirmed = [readOtherHeader, asSuggested];
    for (const [walk, tag] of [
      [confirmed, 'preview'],
      [[...confirmed, { type: 'CHANGE_COLUMNS' }], 'matching'],
    ] as const) {
      const run = await importing(...walk, chosen, { type: 'CANCEL' });
      expect(run.actor.getSnapshot().hasTag(tag)).toBe(true);
    }
  });

  it('keeps what the user chose while another file is read', async () => {
    const choice = { type: 'CHOOSE_COLUMNS', match: cityAndStateSwapped } as const;
    const run = await importing(readOtherHeader, choice, chosen, { type: 'CANCEL' });
    expect(run.actor.getSnapshot().hasTag('matching')).toBe(true);
    expect(run.actor.getSnapshot().context.choice).toEqual(cityAndStateSwapped);
  });

  it.each([
    ['keeps', 'the same header row', headers('Town', 'Region'), cityAndStateSwapped],
    ['drops', 'another header row', headers('Region', 'Town'), null],
  ])('%s what the user chose when the other file has %s', async (_, __, columnsOfOther, choice) => {
    const unconfirmed = resultOf({ columns: headers('Town', 'Region'), confirmed: false });
    const choose = { type: 'CHOOSE_COLUMNS', match: cityAndStateSwapped } as const;
    const other = { ...unconfirmed, columns: columnsOfOther };
    const run = await importing(read(unconfirmed), choose, chosen, read(other));
    expect(run.actor.getSnapshot().hasTag('matching')).toBe(true);
    expect(run.actor.getSnapshot().context.choice).toEqual(choice);
  });

  it.each([
    ['unless the user is just choosing others', headers('Town', 'Region'), ['matching', 'open'], true],
    ['also while the user chooses those of other headers', headers('Zip'), ['open', 'preview'], true],
    ['if the user has chosen none', headers('Town', 'Region'), ['open', 'preview'], false],
  ])('reads by the columns that were confirmed before, %s', async (_, remembered, tags, chooses) => {
    const unconfirmed = resultOf({ columns: headers('Town', 'Region'), confirmed: false });
    const choose = chooses ? [{ type: 'CHOOSE_COLUMNS', match: cityAndStateSwapped } as const] : [];
    const again = read(resultOf({ columns: remembered, confirmed: true }));
    const run = await importing(read(unconfirmed), ...choose, chosen, again);
    expect([...run.actor.getSnapshot().tags].sort()).toEqual(tags);
    expect(run.emitted).toEqual([]);
  });

  it('asks for the columns only of a file with other headers than the sample file', async () => {
    const run = await importing(readComplete);
    expect(run.actor.getSnapshot().can({ type: 'CHANGE_COLUMNS' })).toBe(false);
    await run.play(chosen, readOtherHeader, asSuggested);
    expect(run.actor.getSnapshot().can({ type: 'CHANGE_COLUMNS' })).toBe(true);
  });

  it('is open until the dialog is closed or the rows are accepted', async () => {
    const run = start();
    const tags: string[][] = [];
    const walk = [{ type: 'OPEN' }, chosen, readOtherHeader, asSuggested, { type: 'ACCEPT' }] as const;
    for (const event of walk) {
      await run.play(event);
      tags.push([...run.actor.getSnapshot().tags].sort());
    }
    expect(tags).toEqual([['open'], ['busy', 'open'], ['matching', 'open'], ['open', 'preview'], []]);
    await run.play({ type: 'OPEN' }, { type: 'CLOSE' });
    expect(run.actor.getSnapshot().hasTag('open')).toBe(false);
  });

  it('takes over kits that were looked up late, in every state that shows rows', async () => {
    const late = { type: 'KITS_LOOKED_UP', result: complete } as const;
    for (const walk of [[late], [chosen, damaged, late], [chosen, late, { type: 'CANCEL' }]] as const) {
      const run = await importing(readKitsMissing, ...walk);
      expect(run.actor.getSnapshot().context).toMatchObject({ result: complete, failure: null });
      expect(run.actor.getSnapshot().can({ type: 'ACCEPT' })).toBe(true);
    }
    const unconfirmed = resultOf({ ...otherHeader, kitsNotLookedUp: true });
    const run = await importing(read(unconfirmed), { ...late, result: otherHeader }, asSuggested);
    expect(run.actor.getSnapshot().can({ type: 'ACCEPT' })).toBe(true);
  });

  it('asks for the columns again when reading by the corrected ones fails or is cancelled', async () => {
    for (const end of [damaged, { type: 'CANCEL' }] as const) {
      const run = await importing(readOtherHeader, corrected, end);
      expect(run.actor.getSnapshot().hasTag('matching')).toBe(true);
    }
  });

  it('can neither continue without any column nor add no rows', async () => {
    const none = { ...inOrder, ...Object.fromEntries(Object.keys(inOrder).map((target) => [target, null])) };
    const run = await importing(readOtherHeader);
    await run.play({ type: 'CONFIRM_COLUMNS', match: none, kits: [] });
    expect(run.actor.getSnapshot().hasTag('matching')).toBe(true);
    expect(run.reads).toHaveLength(1);
    await run.play(corrected, read({ ...rereadResult, rows: [] }));
    expect(run.actor.getSnapshot().hasTag('preview')).toBe(true);
    expect(run.actor.getSnapshot().can({ type: 'ACCEPT' })).toBe(false);
  });

  it('reads another file that is chosen meanwhile, and aborts the first', async () => {
    const other = new File(['y'], 'other.xlsx');
    const run = await importing({ ...chosen, file: other });
    expect(run.reads.map(({ input, signal }) => [input.file.name, signal.aborted])).toEqual([
      ['patients.xlsx', true],
      ['other.xlsx', false],
    ]);
  });

  it('reads the previewed file again, not one that was rejected meanwhile', async () => {
    const other = { ...chosen, file: new File(['y'], 'other.xlsx') };
    const run = await importing(readOtherHeader, asSuggested, other, damaged);
    await run.play({ type: 'CHANGE_COLUMNS' });
    await run.play(corrected);
    expect(run.reads.at(-1)?.input.file.name).toBe('patients.xlsx');
  });

  it('throws on reading until a reader is provided', async () => {
    const actor = createActor(importPatientsMachine).start();
    actor.send({ type: 'OPEN' });
    actor.send(chosen);
    await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
    expect(actor.getSnapshot().context.failure?.reason).toBe('unreadable');
  });
});
