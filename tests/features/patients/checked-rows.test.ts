import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blankGridRow } from '@/domain/storage-keys';
import { createGridIssues } from '@/features/patients/add/grid-issues';
import { createGridStore } from '@/features/patients/add/grid-store';

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

const inList = (name: string, email: string, age: string) => ({
  patient_name: name,
  patient_email: email,
  patient_phone: '',
  patient_age: age,
});

/** A grid of rows whose values are compared when the browser is idle. */
function watch(...rows: ReturnType<typeof person>[]) {
  const store = createGridStore(rows);
  const issues = createGridIssues(store);
  const stop = issues.start();
  const idle = () => vi.advanceTimersByTime(100);
  idle();
  const marks = (id: string) => issues.of(id).map(({ column, level, message }) => [column, level, message]);
  return { store, issues, stop, idle, marks };
}

const ava = person('row-1', 'Ava Thompson');
const an = person('row-2', 'An', { email: 'an@example.com' });
const noah = person('row-3', 'Noah Ramirez', { email: 'noah@example.com' });

describe('the rows that a message of the server names', () => {
  const rejection = (message: string, ...rows: ReturnType<typeof person>[]) => {
    const { issues, idle } = watch(...rows);
    issues.setRejection(message, rows);
    idle();
    return rows.flatMap(({ id, name }) =>
      issues.of(id).map(({ kind, column, level, message: shown }) => {
        expect([kind, level, shown]).toEqual(['rejected', 'error', message]);
        return [name, column];
      }),
    );
  };

  it.each([
    ['Ava Thompson: the E-Mail is taken', 'email'],
    ['Ava Thompson: "12" is not a phone number', 'phone'],
    ['Ava Thompson: an age of 200', 'age'],
    ['Ava Thompson is on page 2', 'name'],
    ['Ava Thompson: ZIP', 'postalCode'],
    ['Ava Thompson: an unknown state', 'street'],
  ])('“%s” is about %s', (message, column) => {
    expect(rejection(message, ava, noah)).toEqual([['Ava Thompson', column]]);
  });

  it.each([
    ['an email', 'a patient with the email noah@example.com exists', ['Noah Ramirez']],
    ['an email in other letters', 'A patient with the email NOAH@Example.com exists', ['Noah Ramirez']],
    ['the email of another domain', 'There is noah@example.com.au', []],
    ['an email that ends alike', 'There is joe.noah@example.com', []],
    ['an email, but the name of another row', 'Ava Thompson has noah@example.com', ['Noah Ramirez']],
    ['a name in other letters', 'ava thompson has no age', ['Ava Thompson']],
    ['a name that is a part of a word', 'Andrea has no age', []],
    [
      'a name, but not a word that is another’s in other letters',
      'Ava Thompson needs an age',
      ['Ava Thompson'],
    ],
    ['two names', 'Ava Thompson and Noah Ramirez', ['Ava Thompson', 'Noah Ramirez']],
    ['no row', 'Something is wrong', []],
  ])('%s', (_, message, names) => {
    const named = rejection(message, ava, an, noah);
    expect(named.map(([name]) => name)).toEqual(names);
  });

  it('keep the mark until they are changed, and get none if they were changed since they were sent', () => {
    const { store, issues, idle, marks } = watch(ava, noah);
    const sent = store.rows();
    store.edit('row-3', { age: '37' }, 'age');
    store.endStep();
    issues.setRejection('Ava Thompson and Noah Ramirez: no', sent);
    idle();
    expect(marks('row-1')).toEqual([['name', 'error', 'Ava Thompson and Noah Ramirez: no']]);
    expect(marks('row-3')).toEqual([]);
    expect(issues.counts()).toEqual({ rows: 1, complete: 1, kinds: { rejected: 1 } });
    store.edit('row-1', { name: 'Ava Thomson' }, 'name');
    expect(marks('row-1')).toEqual([]);
    store.endStep();
    idle();
    expect(issues.counts()).toEqual({ rows: 0, complete: 0, kinds: {} });
  });
});

describe('people who may be in the grid twice', () => {
  it('are marked at the email or the name, in both rows, with the other row’s number', () => {
    const { marks, issues } = watch(
      ava,
      person('row-2', 'AVA THOMPSON'),
      person('row-3', 'Mia Wong', { email: 'ROW-1@example.com' }),
    );
    expect(marks('row-1')).toEqual([['email', 'error', 'Same email as row 3']]);
    expect(marks('row-2')).toEqual([['name', 'warning', 'Maybe the same person as row 1']]);
    expect(marks('row-3')).toEqual([['email', 'error', 'Same email as row 1']]);
    expect(issues.counts()).toEqual({ rows: 3, complete: 3, kinds: { duplicate: 3 } });
  });

  it('are no longer marked once one of the rows is changed, emptied or removed', () => {
    const same = { email: 'same@example.com' };
    const rows = ['Ava Thompson', 'Mia Wong', 'Noah Ramirez', 'Liam Novak'] as const;
    const [first, second, third, fourth] = rows.map((name, at) => person(`row-${at + 1}`, name, same));
    if (!first || !second || !third || !fourth) throw new Error('Four rows are needed.');
    const { store, idle, marks } = watch(first, second, third, fourth);
    store.edit('row-2', { email: 'mia@example.com' }, 'email');
    store.endStep();
    idle();
    expect(marks('row-2')).toEqual([]);
    expect(marks('row-1')).toEqual([['email', 'error', 'Same email as row 3']]);
    store.removeRow('row-3');
    idle();
    expect(marks('row-3')).toEqual([]);
    expect(marks('row-1')).toEqual([['email', 'error', 'Same email as row 3']]);
    expect(marks('row-4')).toEqual([['email', 'error', 'Same email as row 1']]);
    store.change((all) => all.map((row) => (row.id === 'row-4' ? blankGridRow('row-4') : row)));
    idle();
    expect(marks('row-1')).toEqual([]);
    expect(marks('row-4')).toEqual([]);
  });

  it('are marked also where they are typed while a long grid is compared', () => {
    const { store, idle, marks } = watch();
    // So slow that a slice ends after each row.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 5;
      return now;
    });
    store.change(() => [ava, an, noah]);
    vi.advanceTimersByTime(50);
    store.edit('row-1', { email: 'noah@example.com' }, 'email');
    store.endStep();
    for (let slice = 0; slice < 5; slice += 1) idle();
    expect(marks('row-3')).toEqual([['email', 'error', 'Same email as row 1']]);
  });

  it('are marked if they are in the clinic’s list, also when that changes', () => {
    const { store, issues, idle, marks } = watch();
    issues.setPatients([
      inList('Someone Else', 'row-1@example.com', '70'),
      inList('Noah Ramirez', 'other@example.com', '36'),
    ]);
    idle();
    store.change(() => [ava, noah]);
    idle();
    expect(marks('row-1')).toEqual([['email', 'error', 'Email: already in your list']]);
    expect(marks('row-3')).toEqual([['name', 'warning', 'Maybe already in your list']]);
    issues.setPatients([inList('Mia Wong', 'mia@example.com', '8')]);
    idle();
    expect(marks('row-1')).toEqual([]);
    expect(marks('row-3')).toEqual([]);
    expect(issues.counts().rows).toBe(0);
  });

  it.each([
    [
      'the same name in the list',
      inList('Ava Thompson', 'thompson@example.com', '36'),
      'Same email as row 2',
    ],
    ['the same email in the list', inList('Noah', 'row-1@example.com', '70'), 'Email: already in your list'],
  ])('beside the same email in the grid, %s: only one of both is shown', (_, listed, message) => {
    const { issues, idle, marks } = watch(ava, person('row-2', 'Mia Wong', { email: 'row-1@example.com' }));
    issues.setPatients([listed]);
    idle();
    expect(marks('row-1')).toEqual([['email', 'error', message]]);
  });
});

describe('the doubtful values', () => {
  const doubtful = person('row-5', 'Liam Novak', { email: 'liam', age: '121', phone: '12', postalCode: 'x' });

  it('are listed with their cells, those of the server before them and duplicates after them', () => {
    const { store, issues, idle, marks } = watch(doubtful, person('row-6', 'Mia Wong', { email: 'liam' }));
    const values = [
      ['email', 'error', 'Email: not an email address'],
      ['phone', 'warning', 'Phone: too short or too long'],
      ['age', 'error', 'Age: not from 0 to 120'],
      ['postalCode', 'warning', 'Postal code: not a US ZIP code'],
    ];
    const twice = ['email', 'error', 'Same email as row 2'];
    expect(marks('row-5')).toEqual([...values, twice]);
    issues.setRejection('Liam Novak: no', store.rows());
    idle();
    expect(marks('row-5')).toEqual([['name', 'error', 'Liam Novak: no'], ...values, twice]);
  });

  it('are counted by kind and row, those of complete rows also apart', () => {
    const { issues } = watch(
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

  it('are not counted in the row that is being typed into', () => {
    const { store, issues, idle } = watch(doubtful, ava);
    store.edit('row-5', { email: 'lia' }, 'email');
    idle();
    expect(issues.counts().rows).toBe(0);
    store.endStep();
    idle();
    expect(issues.counts().rows).toBe(1);
  });

  it('are the same arrays and the same counts until they change', () => {
    const { store, issues, idle } = watch(doubtful, ava);
    const [found, counts] = [issues.of('row-5'), issues.counts()];
    store.edit('row-5', { name: 'Liam' }, 'name');
    store.endStep();
    idle();
    expect(issues.of('row-5')).toBe(found);
    expect(issues.counts()).toBe(counts);
    expect(issues.of('row-1')).toBe(issues.of('row-7'));
  });

  it('are found one after the other, and from the start again', () => {
    const { issues } = watch(
      ava,
      doubtful,
      noah,
      person('row-6', 'Mia Wong', { age: 'x' }),
      blankGridRow('row-7'),
    );
    const next = (id: string | null) => {
      const nextIssue = issues.after(id);
      return nextIssue && [nextIssue.id, nextIssue.issue.column];
    };
    expect(next(null)).toEqual(['row-5', 'email']);
    expect(next('row-1')).toEqual(['row-5', 'email']);
    expect(next('row-5')).toEqual(['row-6', 'age']);
    expect(next('row-6')).toEqual(['row-5', 'email']);
    expect(next('row-gone')).toEqual(['row-5', 'email']);
    const none = watch(ava, noah);
    expect(none.issues.after(null)).toBeNull();
    const one = watch(ava, doubtful);
    expect(one.issues.after('row-5')?.id).toBe('row-5');
  });
});
