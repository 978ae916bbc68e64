import { describe, expect, it } from 'vitest';
import { searchIn, sharedIndex } from '@/lib/search/text-search';

interface Person {
  readonly name: string;
  readonly email: string;
  readonly phone?: string;
}

const textsOf = ({ name, email }: Person) => [name, email];
const people: readonly Person[] = [
  { name: 'Ada Marsh', email: 'ada@example.com', phone: '+1 206 555 0123' },
  { name: 'Ben Cole', email: 'cole@marsh.example.com', phone: '(617) 555-0123' },
  { name: 'Cy Adams', email: 'cy2065@example.com', phone: '+44 20 7946 0018' },
  { name: 'José Núñez', email: 'j.nunez@example.org' },
  { name: 'Łukasz Strauß', email: 'l.s@example.org' },
  { name: 'Jonathan Ellis', email: 'jonathan.ellis@example.net' },
];
const indexOf = sharedIndex(textsOf, ({ phone = '' }: Person) => phone);
const index = indexOf(people)();
const search = (query: string, isPinned?: (person: Person) => boolean) => {
  const { results, similar } = searchIn(index, query, isPinned);
  return { names: results.map(({ name }) => name), similar };
};
const namesOf = (query: string, isPinned?: (person: Person) => boolean) => search(query, isPinned).names;

describe('searching a list', () => {
  it('finds by any of the texts, in any case, in the order given', () =>
    expect(namesOf(' MARSH ')).toEqual(['Ada Marsh', 'Ben Cole']));

  it('prepares a list once for all who search it', () => expect(indexOf(people)()).toBe(index));

  it('shows everything for a blank query', () => expect(namesOf('  ')).toHaveLength(6));

  it('never finds a query across two texts', () => {
    expect(namesOf('marsh ada')).toEqual([]);
    expect(namesOf('marshada')).toEqual([]);
  });

  it('keeps what must stay, in its position', () => {
    const isBen = ({ name }: Person) => name === 'Ben Cole';
    expect(namesOf('cy', isBen)).toEqual(['Ben Cole', 'Cy Adams']);
    expect(namesOf('zzz', isBen)).toEqual(['Ben Cole']);
    expect(namesOf('jonahtan', isBen)).toEqual(['Ben Cole', 'Jonathan Ellis']);
  });

  it.each(['jose nunez', 'JOSÉ NÚÑEZ', 'nunez', 'Jose\u0301'])('ignores accents: %s', (query) =>
    expect(namesOf(query)).toEqual(['José Núñez']),
  );

  it.each(['lukasz', 'Łukasz', 'strauss', 'STRAUẞ'])('knows letters that have a plain form: %s', (query) =>
    expect(namesOf(query)).toEqual(['Łukasz Strauß']),
  );
});

describe('a phone number in a search', () => {
  it.each([
    ['206 555 0123', ['Ada Marsh']],
    ['(206) 555-0123', ['Ada Marsh']],
    ['206.555.0123', ['Ada Marsh']],
    ['206–555–0123', ['Ada Marsh']],
    ['2065550123', ['Ada Marsh']],
    ['+1 206 555 0123', ['Ada Marsh']],
    ['1 206 555 0123', ['Ada Marsh']],
    // Stored without the country code.
    ['+1 (617) 555-0123', ['Ben Cole']],
    ['1-617-555-0123', ['Ben Cole']],
    ['+1 617', ['Ben Cole']],
    ['001 206 555', ['Ada Marsh']],
    // The last digits of a number, not a code before one.
    ['0018', ['Cy Adams']],
    ['0123', ['Ada Marsh', 'Ben Cole']],
    ['555-01', ['Ada Marsh', 'Ben Cole']],
    ['+44 20 7946', ['Cy Adams']],
    ['2065', ['Ada Marsh', 'Cy Adams']],
    // Another number is no typo.
    ['206 555 0124', []],
    ['20', ['Cy Adams']],
    ['0123 Marsh', []],
  ])('finds %s by its digits, however both are written', (query, names) =>
    expect(search(query)).toEqual({ names, similar: false }),
  );
});

describe('a typo in a search', () => {
  it.each([
    ['a letter too many', 'jonnathan'],
    ['a letter missing', 'jonathn'],
    ['a wrong letter', 'jomathan'],
    ['two letters swapped', 'jonahtan'],
    ['the first letter wrong', 'xonathan'],
    ['the last letter too many', 'jonathano'],
    ['in the second word', 'jonathan elsli'],
    ['in both words', 'jonahtan elis'],
    ['in a word that is not typed to its end', 'jomath'],
    ['in a part of the email', 'jonathan.elils@example'],
    ['beside a short word', 'j nunes'],
  ])('is forgiven: %s', (_, query) => {
    const { names, similar } = search(query);
    expect(names).toEqual([query.startsWith('j ') ? 'José Núñez' : 'Jonathan Ellis']);
    expect(similar).toBe(true);
  });

  it.each([
    ['two typos in one word', 'jomathon'],
    ['a typo in a word of three letters', 'adq'],
    ['one word that is right and one that is not there', 'jonathan marsh'],
    ['the words in another order', 'ellis jonathna'],
    ['a query across two texts', 'ellis jonathan'],
  ])('is not forgiven: %s', (_, query) => expect(search(query)).toEqual({ names: [], similar: false }));

  it('is not looked for where the query itself is found', () => {
    // "adam" is one letter away from "ada", too.
    expect(search('adam')).toEqual({ names: ['Cy Adams'], similar: false });
    expect(search('mars')).toEqual({ names: ['Ada Marsh', 'Ben Cole'], similar: false });
  });
});
