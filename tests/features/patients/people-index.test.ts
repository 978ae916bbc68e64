import { describe, expect, it } from 'vitest';
import { createPeopleIndex, type Person } from '@/features/patients/people-index';

const ava: Person = { name: 'Ava Thompson', email: 'ava@example.com', phone: '+1 617 555 0123', age: '34' };
const other = { email: 'other@example.com', phone: '', age: '' };

describe('a person may be in a list twice', () => {
  it.each<[string, Partial<Person>, 'email' | 'name' | undefined]>([
    ['with the same email, in any case', { email: ' AVA@example.com', name: 'Someone Else' }, 'email'],
    ['with the same name and age', { ...other, age: '34' }, 'name'],
    ['with the same name and phone', { ...other, phone: '(617) 555-0123' }, 'name'],
    [
      'whatever case, accents and spaces the name has',
      { ...other, age: '034', name: ' AVA  THÓMPSON ' },
      'name',
    ],
    ['by email first, where the name is the same, too', {}, 'email'],
    ['not with the same name alone', other, undefined],
    ['not with another age and phone', { ...other, age: '35', phone: '+1 617 555 0124' }, undefined],
    ['not with the same age and phone alone', { email: other.email, name: 'Ava Thomson' }, undefined],
  ])('%s', (_, person, by) => {
    const index = createPeopleIndex<string>();
    index.set('ava', ava);
    expect(index.like({ ...ava, ...person })?.by).toBe(by);
  });

  it('not because of what both lack', () => {
    const index = createPeopleIndex<number>();
    index.set(1, { ...ava, name: '', email: '' });
    expect(index.like({ ...ava, name: ' ', email: ' ' })).toBeNull();
    index.set(2, { ...ava, phone: '?', age: 'x' });
    expect(index.like({ ...ava, email: 'other@example.com', phone: '?', age: 'x' })).toBeNull();
  });

  it('not because of itself', () => {
    const index = createPeopleIndex<number>();
    index.set(1, ava);
    expect(index.like(ava, 1)).toBeNull();
    index.set(2, { ...ava });
    expect(index.like(ava, 1)).toEqual({ id: 2, by: 'email' });
  });

  it('no longer once the other one was changed or removed', () => {
    const index = createPeopleIndex<number>();
    const mia = { ...ava, name: 'Mia Wong', email: 'mia@example.com' };
    index.set(1, ava);
    index.set(1, mia);
    expect(index.like(ava)).toBeNull();
    index.set(2, mia);
    index.remove(1);
    expect(index.like(mia)).toEqual({ id: 2, by: 'email' });
    index.remove(2);
    expect(index.like(mia)).toBeNull();
  });
});
