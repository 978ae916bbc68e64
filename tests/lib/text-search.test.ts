import { describe, expect, it } from 'vitest';
import { searchIn, searchIndex } from '@/lib/text-search';

const people = [
  { name: 'Ada Marsh', email: 'ada@example.com' },
  { name: 'Ben Cole', email: 'cole@marsh.example.com' },
  { name: 'Cy Adams', email: 'cy@example.com' },
];
const index = searchIndex(people, ({ name, email }) => [name, email]);
const namesOf = (query: string, keep?: (person: (typeof people)[number]) => boolean) =>
  searchIn(index, query, keep).map(({ name }) => name);

describe('searching a list', () => {
  it('finds by any of the texts, in any case, in the order given', () =>
    expect(namesOf(' MARSH ')).toEqual(['Ada Marsh', 'Ben Cole']));

  it('shows everything for a blank query', () => expect(namesOf('  ')).toHaveLength(3));

  it('never finds a query across two texts', () => {
    expect(namesOf('marsh ada')).toEqual([]);
    expect(namesOf('marshada')).toEqual([]);
  });

  it('keeps what must stay, in its position', () =>
    expect(namesOf('cy', ({ name }) => name === 'Ben Cole')).toEqual(['Ben Cole', 'Cy Adams']));
});
