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

  it('names that sound the same are found', () => {
    expect(found({ name: 'Jon Smyth' }, { name: 'John Smith' })).toEqual(['name']);
    expect(found({ name: 'Katharine Meyer' }, { name: 'Catherine Meier' })).toEqual(['name']);
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

/** One slip of a person at the keyboard. */
function withTypo(name: string, faker: Faker): string {
  const [first = '', ...rest] = name.split(' ');
  const last = rest.join(' ');
  if (faker.number.int({ min: 0, max: 4 }) === 0) return `${last} ${first}`;
  const slip = (word: string) => {
    const at = faker.number.int({ min: 0, max: Math.max(0, word.length - 2) });
    const letter = faker.string.alpha({ length: 1, casing: 'lower' });
    return faker.helpers.arrayElement([
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + letter + word.slice(at),
      word.slice(0, at) + letter + word.slice(at + 1),
      word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
    ]);
  };
  return faker.datatype.boolean() ? `${slip(first)} ${last}` : `${first} ${slip(last)}`;
}

describe('10,000 patients', () => {
  it('19 of 20 who are entered again with a typo are found, and no more than 1 of 100 is suspected wrongly', () => {
    const faker = new Faker({ locale: en, seed: 7 });
    const person = (): Person => ({
      name: `${faker.person.firstName()} ${faker.person.lastName()}`,
      email: faker.internet.email(),
      age: String(faker.number.int({ min: 18, max: 90 })),
    });
    const people = Array.from({ length: 10_000 }, person);
    const index = createPeopleIndex<number>();
    for (const [id, entry] of people.entries()) index.set(id, entry);

    const suspected = people.filter((entry, id) => index.like(entry, id).some(({ by }) => by === 'name'));
    expect(suspected.length / people.length).toBeLessThanOrEqual(0.01);

    const again = people.slice(0, 2_000);
    const missed = again.filter((entry, id) => {
      const other = { ...entry, name: withTypo(entry.name, faker), email: faker.internet.email() };
      return !index.like(other).some((likeness) => likeness.id === id);
    });
    expect(missed.length / again.length).toBeLessThanOrEqual(0.05);
  });
});
