import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { blankGridRow } from '@/contract/storage-keys';
import { createGridIssues } from '@/features/patients/add/grid-issues';
import { createGridStore } from '@/features/patients/add/grid-store';
import { createPeopleIndex } from '@/features/patients/people-index';
import { lazyModule } from '@/lib/lazy';
import { setReportSink } from '@/lib/report';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const person = (id: string, name: string, values: Readonly<Record<string, string>> = {}) => ({
  ...blankGridRow(id),
  name,
  email: `${id}@example.com`,
  phone: '+1 617 555 0123',
  age: '36',
  street: '1 Main St',
  city: 'Boston',
  postalCode: '02101',
  state: 'MA',
  country: 'United States',
  ...values,
});

/** A grid of rows whose values are compared when the browser is idle. */
const watch = (...rows: ReturnType<typeof person>[]) => watchWith(undefined, ...rows);

async function watchWith(
  source: Parameters<typeof createGridIssues>[1],
  ...rows: ReturnType<typeof person>[]
) {
  const store = createGridStore(rows);
  const issues = createGridIssues(store, source);
  const stop = issues.start();
  const idle = async () => {
    await vi.advanceTimersByTimeAsync(100);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(100);
  };
  await idle();
  const marks = (id: string) => issues.of(id).map(({ column, level, message }) => [column, level, message]);
  return { store, issues, stop, idle, marks };
}

const ava = person('row-1', 'Ava Thompson');
const an = person('row-2', 'An', { email: 'an@example.com' });
const noah = person('row-3', 'Noah Ramirez', { email: 'noah@example.com' });

describe('the rows that a message of the server names', () => {
  const rejection = async (message: string, ...rows: ReturnType<typeof person>[]) => {
    const { issues, idle } = await watch(...rows);
    issues.setRejection(message, rows);
    await idle();
    return rows.flatMap(({ id, name }) =>
      issues.of(id).map(({ kind, column, level, message: shown }) => {
        expect([kind, level, shown]).toEqual(['rejected', 'error', message]);
        return [name, column];
      }),
    );
  };

  it.each([
    ['Ava Thompson: the email is taken', 'email'],
    ['Ava Thompson: no such E-Mail', 'email'],
    ['Ava Thompson: "12" is not a phone number', 'phone'],
    ['Ava Thompson: mobile numbers only', 'phone'],
    ['Ava Thompson: an age of 200', 'age'],
    ['Ava Thompson is on page 2', 'name'],
    ['Ava Thompson: postal code', 'postalCode'],
    ['Ava Thompson: ZIP', 'postalCode'],
    ['Ava Thompson: no such postcode', 'postalCode'],
    ['Ava Thompson: no such post code', 'postalCode'],
    ['Ava Thompson: the address is incomplete', 'street'],
    ['Ava Thompson: street', 'street'],
    ['Ava Thompson: the city is not in the state', 'street'],
    ['Ava Thompson: an unknown state', 'street'],
    ['Ava Thompson: country', 'street'],
    ['Ava Thompson is not welcome', 'name'],
  ])('“%s” is about %s', async (message, column) => {
    expect(await rejection(message, ava, noah)).toEqual([['Ava Thompson', column]]);
  });

  it.each([
    ['an email', 'a patient with the email noah@example.com exists', ['Noah Ramirez']],
    ['an email in other letters', 'A patient with the email NOAH@Example.com exists', ['Noah Ramirez']],
    ['an email at the end of a sentence', 'There is noah@example.com.', ['Noah Ramirez']],
    ['the email of another domain', 'There is noah@example.com.au', []],
    ['an email that ends alike', 'There is joe.noah@example.com', []],
    ['an email, but the name of another row', 'Ava Thompson has noah@example.com', ['Noah Ramirez']],
    ['a name in other letters', 'ava thompson has no age', ['Ava Thompson']],
    ['a name that is a part of a word', 'Andrea has no age', []],
    ['a word that is a name in other letters', 'Ava Thompson needs an age', ['Ava Thompson']],
    ['two names', 'Ava Thompson and Noah Ramirez', ['Ava Thompson', 'Noah Ramirez']],
    ['a name later on as a whole word', 'Anton, An: wrong', ['An']],
    ['a name before letters of other alphabets', 'Anä is wrong', []],
    ['no row', 'Something is wrong', []],
  ])('%s', async (_, message, names) => {
    const named = await rejection(message, ava, an, noah);
    expect(named.map(([name]) => name)).toEqual(names);
  });

  it('is no row whose name or email is missing', async () => {
    const nameless = person('row-4', '  ', { email: '' });
    expect(await rejection('  ,  a message @ all', nameless)).toEqual([]);
    expect(await rejection('no@body.example', nameless)).toEqual([]);
  });

  it('keep the mark until they are changed, and get none if they were changed since they were sent', async () => {
    const { store, issues, idle, marks } = await watch(ava, noah);
    const sent = store.rows();
    store.edit('row-3', { age: '37' }, 'age');
    store.endStep();
    issues.setRejection('Ava Thompson and Noah Ramirez: no', sent);
    await idle();
    expect(marks('row-1')).toEqual([['name', 'error', 'Ava Thompson and Noah Ramirez: no']]);
    expect(marks('row-3')).toEqual([]);
    expect(issues.counts()).toEqual({ rows: 1, complete: 1, kinds: { rejected: 1 } });
    store.edit('row-1', { name: 'Ava Thomson' }, 'name');
    expect(marks('row-1')).toEqual([]);
    store.endStep();
    await idle();
    expect(issues.counts()).toEqual({ rows: 0, complete: 0, kinds: {} });
  });

  it('have no mark if they are gone, or once there is no rejection', async () => {
    const { store, issues, idle, marks } = await watch(ava, noah);
    const sent = store.rows();
    store.removeRow('row-3');
    issues.setRejection('Ava Thompson and Noah Ramirez', sent);
    await idle();
    expect(marks('row-1')).toHaveLength(1);
    issues.setRejection(null, []);
    await idle();
    expect(marks('row-1')).toEqual([]);
    expect(issues.counts().rows).toBe(0);
  });
});

describe('people who may be in the grid twice', () => {
  it('are marked at the email or the name, in both rows, with the other row’s number', async () => {
    const { marks, issues } = await watch(
      ava,
      person('row-2', 'Ava Thomson', { age: '35' }),
      person('row-3', 'Mia Wong', { email: 'ROW-1@example.com' }),
    );
    expect(marks('row-1')).toEqual([['email', 'error', 'Same email as row 3']]);
    expect(marks('row-2')).toEqual([['name', 'warning', 'Maybe the same person as row 1']]);
    expect(marks('row-3')).toEqual([['email', 'error', 'Same email as row 1']]);
    expect(issues.counts()).toEqual({ rows: 3, complete: 3, kinds: { duplicate: 3 } });
  });

  it('are no longer marked once one of the rows is changed, emptied or removed', async () => {
    const same = { email: 'same@example.com' };
    const rows = ['Ava Thompson', 'Mia Wong', 'Noah Ramirez', 'Liam Novak'] as const;
    const [first, second, third, fourth] = rows.map((name, at) => person(`row-${at + 1}`, name, same));
    if (!first || !second || !third || !fourth) throw new Error('Four rows are needed.');
    const { store, idle, marks } = await watch(first, second, third, fourth);
    store.edit('row-2', { email: 'mia@example.com' }, 'email');
    store.endStep();
    await idle();
    expect(marks('row-2')).toEqual([]);
    expect(marks('row-1')).toEqual([['email', 'error', 'Same email as row 3']]);
    store.removeRow('row-3');
    await idle();
    expect(marks('row-3')).toEqual([]);
    expect(marks('row-1')).toEqual([['email', 'error', 'Same email as row 3']]);
    expect(marks('row-4')).toEqual([['email', 'error', 'Same email as row 1']]);
    store.change((all) => all.map((row) => (row.id === 'row-4' ? blankGridRow('row-4') : row)));
    await idle();
    expect(marks('row-1')).toEqual([]);
    expect(marks('row-4')).toEqual([]);
  });

  it('are marked if they are in the clinic’s list, also when that changes', async () => {
    const { issues, idle, marks } = await watch(ava, noah);
    issues.setPatients([
      { name: 'Someone Else', email: 'row-1@example.com', age: '70' },
      { name: 'Noah Ramires', email: 'other@example.com', age: '36' },
    ]);
    await idle();
    expect(marks('row-1')).toEqual([['email', 'error', 'Email: already in your list']]);
    expect(marks('row-3')).toEqual([['name', 'warning', 'Maybe already in your list']]);
    issues.setPatients([{ name: 'Mia Wong', email: 'mia@example.com', age: '8' }]);
    await idle();
    expect(marks('row-1')).toEqual([]);
    expect(marks('row-3')).toEqual([]);
    expect(issues.counts().rows).toBe(0);
  });

  it.each([
    [
      'a similar name in the list',
      { name: 'Ava Thomson', email: 'thomson@example.com', age: '36' },
      'Same email as row 2',
    ],
    [
      'the same email in the list',
      { name: 'Noah', email: 'row-1@example.com', age: '70' },
      'Email: already in your list',
    ],
  ])('beside the same email in the grid, %s: only one of both is shown', async (_, listed, message) => {
    const { issues, idle, marks } = await watch(
      ava,
      person('row-2', 'Mia Wong', { email: 'row-1@example.com' }),
    );
    issues.setPatients([listed]);
    await idle();
    expect(marks('row-1')).toEqual([['email', 'error', message]]);
  });
});

describe('the code that compares people', () => {
  type Create = typeof createPeopleIndex;
  const twins = [ava, person('row-2', 'Mia Wong', { email: 'row-1@example.com', age: '121' })];

  /** Code whose loading the test ends. */
  function lateCode() {
    let settle = { arrive: () => {}, fail: () => {} };
    const code = new Promise<Create>((resolve, reject) => {
      settle = { arrive: () => resolve(createPeopleIndex), fail: () => reject(new Error('no connection')) };
    });
    const fetchCode = vi.fn(() => code);
    return { fetchCode, source: lazyModule(fetchCode), ...settle };
  }

  it('is fetched once, and people are compared when it arrives, also with the clinic’s list', async () => {
    const { fetchCode, source, arrive } = lateCode();
    const { store, issues, idle, marks } = await watchWith(source, ...twins);
    issues.setPatients([{ name: 'Noah Ramirez', email: 'noah@example.com', age: '36' }]);
    store.edit('row-1', { name: 'Noah Ramirez' }, 'name');
    store.endStep();
    await idle();
    expect(marks('row-1')).toEqual([]);
    expect(marks('row-2')).toEqual([['age', 'error', 'Age: not from 0 to 120']]);
    expect(issues.counts()).toEqual({ rows: 1, complete: 1, kinds: { age: 1 } });
    arrive();
    await idle();
    expect(marks('row-1')).toEqual([['email', 'error', 'Same email as row 2']]);
    expect(issues.counts().kinds).toEqual({ age: 1, duplicate: 2 });
    store.edit('row-2', { email: 'mia@example.com' }, 'email');
    store.endStep();
    await idle();
    expect(marks('row-1')).toEqual([['name', 'warning', 'Maybe already in your list']]);
    expect(fetchCode).toHaveBeenCalledOnce();
  });

  it('is not fetched for a grid without rows', async () => {
    const { fetchCode, source } = lateCode();
    const { store, idle } = await watchWith(source);
    expect(fetchCode).not.toHaveBeenCalled();
    store.addRow();
    await idle();
    expect(fetchCode).toHaveBeenCalledOnce();
  });

  it('is reported if it can’t be fetched, and values are checked all the same', async () => {
    const reports = vi.fn();
    setReportSink(reports);
    onTestFinished(() => setReportSink(() => undefined));
    const { fetchCode, source, fail } = lateCode();
    const { store, idle, marks } = await watchWith(source, ...twins);
    fail();
    await idle();
    expect(reports.mock.calls).toEqual([
      ['the search for duplicates could not be loaded', { error: 'Error: no connection' }],
    ]);
    store.edit('row-1', { age: '121' }, 'age');
    store.endStep();
    await idle();
    for (const id of ['row-1', 'row-2'])
      expect(marks(id)).toEqual([['age', 'error', 'Age: not from 0 to 120']]);
    expect(fetchCode).toHaveBeenCalledOnce();
  });
});

describe('the doubtful values', () => {
  const doubtful = person('row-5', 'Liam Novak', { email: 'liam', age: '121', phone: '12', postalCode: 'x' });

  it('are listed with their cells, those of the server before them and duplicates after them', async () => {
    const { store, issues, idle, marks } = await watch(
      doubtful,
      person('row-6', 'Mia Wong', { email: 'liam' }),
    );
    const values = [
      ['email', 'error', 'Email: not an email address'],
      ['phone', 'warning', 'Phone: too short or too long'],
      ['age', 'error', 'Age: not from 0 to 120'],
      ['postalCode', 'warning', 'Postal code: not a US ZIP code'],
    ];
    const twice = ['email', 'error', 'Same email as row 2'];
    expect(marks('row-5')).toEqual([...values, twice]);
    issues.setRejection('Liam Novak: no', store.rows());
    await idle();
    expect(marks('row-5')).toEqual([['name', 'error', 'Liam Novak: no'], ...values, twice]);
  });

  it('are counted by kind and row, those of complete rows also apart', async () => {
    const { issues } = await watch(
      doubtful,
      person('row-6', 'Mia Wong', { street: '', email: 'mia' }),
      ava,
      blankGridRow('row-7'),
    );
    expect(issues.counts()).toEqual({
      rows: 2,
      complete: 1,
      kinds: { email: 2, phone: 1, age: 1, postalCode: 1 },
    });
  });

  it('are not counted in the row that is being typed into', async () => {
    const { store, issues, idle } = await watch(doubtful, ava);
    store.edit('row-5', { email: 'lia' }, 'email');
    await idle();
    expect(issues.counts().rows).toBe(0);
    store.endStep();
    await idle();
    expect(issues.counts().rows).toBe(1);
  });

  it('are the same arrays and the same counts until they change', async () => {
    const { store, issues, idle } = await watch(doubtful, ava);
    const [found, counts] = [issues.of('row-5'), issues.counts()];
    store.edit('row-5', { name: 'Liam' }, 'name');
    store.endStep();
    await idle();
    expect(issues.of('row-5')).toBe(found);
    expect(issues.counts()).toBe(counts);
    expect(issues.of('row-1')).toBe(issues.of('row-7'));
  });

  it('are found one after the other, and from the start again', async () => {
    const { issues } = await watch(
      ava,
      doubtful,
      noah,
      person('row-6', 'Mia Wong', { age: 'x' }),
      blankGridRow('row-7'),
    );
    const next = (id: string | null) => {
      const found = issues.after(id);
      return found && [found.id, found.issue.column];
    };
    expect(next(null)).toEqual(['row-5', 'email']);
    expect(next('row-1')).toEqual(['row-5', 'email']);
    expect(next('row-5')).toEqual(['row-6', 'age']);
    expect(next('row-6')).toEqual(['row-5', 'email']);
    expect(next('row-gone')).toEqual(['row-5', 'email']);
    const none = await watch(ava, noah);
    expect(none.issues.after(null)).toBeNull();
    const one = await watch(ava, doubtful);
    expect(one.issues.after('row-5')?.id).toBe('row-5');
  });

  it('are announced to those who listen, until they or the grid stop', async () => {
    const { store, issues, stop, idle } = await watch(ava);
    const heard = vi.fn();
    const leave = issues.subscribe(heard);
    store.edit('row-1', { email: 'ava' }, 'email');
    expect(heard).toHaveBeenCalledOnce();
    store.endStep();
    heard.mockClear();
    await idle();
    expect(heard).toHaveBeenCalledOnce();
    expect(issues.counts().rows).toBe(1);
    leave();
    store.edit('row-1', { email: 'av' }, 'email');
    expect(heard).toHaveBeenCalledOnce();
    issues.subscribe(heard);
    stop();
    heard.mockClear();
    store.edit('row-1', { email: 'ava@example.com' }, 'email');
    store.endStep();
    await idle();
    expect(heard).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
