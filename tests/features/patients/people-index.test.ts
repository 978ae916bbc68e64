import { en, Faker } from '@faker-js/faker';
import { describe, expect, it } from 'vitest';
import { createPeopleIndex, type Person } from '@/features/patients/people-index';

const ava: Person = { name: 'Ava Thompson', email: 'ava@example.com', age: '34' };

/** Who is found for `other` in a list that has only Ava. */
function found(other: Partial<Person>, one: Partial<Person> = {}) {
  const index = createPeopleIndex<string>();
  index.set('ava', { ...ava, ...one });
  return index.like({ ...ava, email: 'other@example.com', ...other }).map(({ by }) => by);
}

describe('people who may be the same', () => {
  it.each([
    [
      'the same email, in any case',
      { email: ' AVA@example.com', name: 'Someone Else', age: '70' },
      ['email'],
    ],
    ['the same name', {}, ['name']],
    ['one letter more', { name: 'Ava Thompsonn' }, ['name']],
    ['one letter less', { name: 'Ava Thomson' }, ['name']],
    ['two letters swapped', { name: 'Ava Tohmpson' }, ['name']],
    ['the last name first', { name: 'Thompson, Ava' }, ['name']],
    ['other letter case and accents', { name: 'AVA THÓMPSON' }, ['name']],
    ['a middle initial', { name: 'Ava M. Thompson' }, ['name']],
    ['a middle name', { name: 'Ava Maria Thompson' }, ['name']],
    ['a title', { name: 'Dr. Ava Thompson' }, ['name']],
    ['a birthday since', { age: '35' }, ['name']],
    ['another age', { age: '44' }, []],
    ['no age', { age: '' }, []],
    ['another last name', { name: 'Ava Johnson' }, []],
    ['another first name', { name: 'Mia Thompson' }, []],
    ['only one of the names', { name: 'Ava' }, []],
    ['no name', { name: '' }, []],
  ] as const)('%s', (_case, other, expected) => {
    expect(found(other)).toEqual(expected);
  });

  it.each(['Mr.', 'Mrs', 'Ms', 'Miss', 'Dr.', 'Prof.', 'Jr.', 'Sr', 'II', 'III', 'MD', 'PhD'])(
    'a last name and %s are no full name, which two people can share',
    (title) => {
      expect(found({ name: `${title} Thompson` }, { name: `${title} Thompson` })).toEqual([]);
    },
  );

  it.each([
    ['Jörg Weiß', 'Jorg Weiss'],
    ['Søren Kjær', 'Soren Kjaer'],
    ['Łukasz Đilas', 'Lukasz Dilas'],
    ['Cœur Þorsson', 'Coeur Thorsson'],
  ])('%s is found as %s', (name, other) => {
    expect(found({ name: other }, { name })).toEqual(['name']);
  });

  it('names that sound the same are found', () => {
    expect(found({ name: 'Jon Smyth' }, { name: 'John Smith' })).toEqual(['name']);
    expect(found({ name: 'Katharine Meyer' }, { name: 'Catherine Meier' })).toEqual(['name']);
  });

  it.each([
    ['Patient 1', 'Patient 1', ['name']],
    ['Patient 1', 'Patient 2', []],
    ['Ava Thompson 12', 'Ava Thompson 13', []],
    ['Ava Room2', 'Ava Room3', []],
    ['Ava Thompson', 'Ava Thompson 12', ['name']],
    ['Ava Ava', 'Ava Thompson', []],
    ['Ava Ava', 'Ava Ava', ['name']],
    ['Mia Thompson Lane', 'Ava Thompson Lane', []],
    ['Ava Maria Thompson', 'Ava Marja Thompson', ['name']],
    ['Ava Maria Thompson', 'Eva Marja Thompsen', []],
    ['Ann Li', 'Ann Lo', []],
    ['Jon Smyth', 'Smith, John', ['name']],
    ['Jon Smyth', 'John Jones', []],
    ['Ava Thompson', 'Ava Tom', []],
  ] as const)('%s and %s: by %j', (name, other, expected) => {
    expect(found({ name: other }, { name })).toEqual(expected);
  });

  it('two without an email are not found by it, and two without an age not by their names', () => {
    expect(found({ name: 'Mia Wong', email: ' ' }, { email: '' })).toEqual([]);
    expect(found({ age: '' }, { age: '' })).toEqual([]);
    expect(found({ age: 'old' }, { age: 'old' })).toEqual([]);
  });

  it('of two with one name, the other is still found after one was removed', () => {
    const index = createPeopleIndex<number>();
    index.set(1, ava);
    index.set(2, { ...ava, email: 'ava.t@example.com' });
    index.remove(1);
    index.remove(7);
    expect(index.like({ ...ava, email: 'other@example.com' })).toEqual([{ id: 2, by: 'name' }]);
  });

  it('an initial counts only where it is the first name', () => {
    expect(found({ name: 'Ava J. Thompson' }, { name: 'Ava M. Thompson' })).toEqual(['name']);
    expect(found({ name: 'J. Thompson' }, { name: 'M. Thompson' })).toEqual([]);
    expect(found({ name: 'J. Thompson' }, { name: 'Thompson, J.' })).toEqual(['name']);
  });

  it('a person is no longer found after the entry was changed or removed', () => {
    const index = createPeopleIndex<number>();
    index.set(1, ava);
    index.set(1, { ...ava, name: 'Mia Wong', email: 'mia@example.com' });
    expect(index.like(ava)).toEqual([]);
    index.remove(1);
    expect(index.like({ ...ava, name: 'Mia Wong', email: 'mia@example.com' })).toEqual([]);
  });

  it('an entry is not like itself', () => {
    const index = createPeopleIndex<number>();
    index.set(1, ava);
    expect(index.like(ava, 1)).toEqual([]);
  });
});

/** A word with one slip of the keyboard: a letter too few, too many or wrong, or two swapped. */
function slipOf(word: string, faker: Faker): string {
  const at = faker.number.int({ min: 0, max: Math.max(0, word.length - 2) });
  const letter = faker.string.alpha({ length: 1, casing: 'lower' });
  return faker.helpers.arrayElement([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ]);
}

/** Letters that are written for one another by ear. */
const byEar: readonly (readonly [RegExp, string])[] = [
  [/ph/i, 'f'],
  [/ck/i, 'k'],
  [/(?<=[a-z])ie$/i, 'y'],
  [/(?<=[a-z])y$/i, 'ie'],
  [/ee/i, 'ea'],
  [/(?<=[a-z])ei/i, 'ai'],
  [/(?<=[a-z])s$/i, 'z'],
  [/ll/i, 'l'],
  [/nn/i, 'n'],
  [/tt/i, 't'],
  [/(?<=[aeiou])n$/i, 'nn'],
];

const heard = (word: string): string => {
  const [letters, other] = byEar.find(([pattern]) => pattern.test(word)) ?? ['', ''];
  return word.replace(letters, other);
};

/** A patient as another user would enter them: with another email, and a name spelled in one of these ways. */
function enteredAgain({ name, age }: Person, faker: Faker): Person & { readonly way: string } {
  const [first = '', ...rest] = name.split(' ');
  const last = rest.join(' ');
  const way = faker.helpers.arrayElement(['a typo', 'a typo', 'by ear', 'last name first']);
  const inFirst = faker.datatype.boolean();
  const names = {
    'a typo': inFirst ? `${slipOf(first, faker)} ${last}` : `${first} ${slipOf(last, faker)}`,
    'by ear': `${heard(first)} ${heard(last)}`,
    'last name first': faker.datatype.boolean() ? `${last} ${first}` : `${last}, ${first}`,
  };
  const birthdays = faker.number.int({ min: 0, max: 9 }) === 0 ? 1 : 0;
  return { way, name: names[way], email: faker.internet.email(), age: String(Number(age) + birthdays) };
}

describe('10,000 patients', () => {
  it('19 of 20 who are entered again are found, and of 100 others no more than one is suspected', () => {
    const faker = new Faker({ locale: en, seed: 7 });
    const person = (): Person => ({
      name: `${faker.person.firstName()} ${faker.person.lastName()}`,
      email: faker.internet.email(),
      age: String(faker.number.int({ min: 18, max: 90 })),
    });
    const people = Array.from({ length: 10_000 }, person);
    const index = createPeopleIndex<number>();
    for (const [id, entry] of people.entries()) index.set(id, entry);
    const nameOnly = (found: ReturnType<typeof index.like>) => found.filter(({ by }) => by === 'name');

    const missed = new Map<string, number>();
    let othersToo = 0;
    for (const [id, entry] of people.entries()) {
      const { way, ...again } = enteredAgain(entry, faker);
      const found = index.like(again);
      if (!found.some((likeness) => likeness.id === id)) missed.set(way, (missed.get(way) ?? 0) + 1);
      if (found.some((likeness) => likeness.id !== id)) othersToo += 1;
    }
    const misses = [...missed.values()].reduce((sum, count) => sum + count, 0);
    expect(misses, JSON.stringify([...missed])).toBeLessThanOrEqual(500);
    expect(othersToo).toBeLessThanOrEqual(100);

    const amongThem = people.filter((entry, id) => nameOnly(index.like(entry, id)).length > 0);
    expect(amongThem.length).toBeLessThanOrEqual(100);
    const strangers = Array.from({ length: 10_000 }, person);
    const suspected = strangers.filter((entry) => nameOnly(index.like(entry)).length > 0);
    expect(suspected.length).toBeLessThanOrEqual(100);
  });
});
