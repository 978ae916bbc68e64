import { isAge, normalEmail } from '@/contract/fields';
import { fold } from '@/lib/search/fold';
import { isPhone } from './row-issues';

/** What may show that two entries are the same person. The product knows an age, not a date of birth (§3). */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly age: string;
}

/** A person who may be the same: the same email, or the same name with the same age or phone. */
interface Likeness<Id> {
  readonly id: Id;
  readonly by: 'email' | 'name';
}

/** Finds people who may be in a list twice, without comparing each with each. */
export interface PeopleIndex<Id> {
  /** Adds a person, or replaces the one with this id. */
  set(id: Id, person: Person): void;
  remove(id: Id): void;
  /** Returns someone who may be the same person, by email if there is one; never the one who has the id `self`. */
  like(person: Person, self?: Id): Likeness<Id> | null;
}

/** "+1 617 555 0123" and "(617) 555-0123" are one phone: without the country code it has ten digits. */
const digitsOf = (phone: string): string => phone.replace(/\D/g, '').slice(-10);

// People are immutable, and each is looked up, added and removed.
const keysByPerson = new WeakMap<Person, readonly string[]>();

/** Two people with a key in common may be the same. */
function keysOf(person: Person): readonly string[] {
  const cached = keysByPerson.get(person);
  if (cached !== undefined) return cached;
  const email = normalEmail(person.email);
  const name = fold(person.name.trim().replace(/\s+/g, ' '));
  const keys = email === '' ? [] : [`email ${email}`];
  if (name !== '' && isAge(person.age)) keys.push(`age ${Number(person.age)} ${name}`);
  if (name !== '' && isPhone(person.phone)) keys.push(`phone ${digitsOf(person.phone)} ${name}`);
  keysByPerson.set(person, keys);
  return keys;
}

export function createPeopleIndex<Id>(): PeopleIndex<Id> {
  const people = new Map<Id, Person>();
  const idsByKey = new Map<string, Set<Id>>();

  const remove = (id: Id) => {
    const person = people.get(id);
    if (person === undefined) return;
    people.delete(id);
    for (const key of keysOf(person)) idsByKey.get(key)?.delete(id);
  };

  return {
    remove,
    set(id, person) {
      remove(id);
      people.set(id, person);
      for (const key of keysOf(person)) idsByKey.set(key, (idsByKey.get(key) ?? new Set()).add(id));
    },
    like(person, self) {
      for (const key of keysOf(person))
        for (const id of idsByKey.get(key) ?? [])
          if (id !== self) return { id, by: key.startsWith('email') ? 'email' : 'name' };
      return null;
    },
  };
}
