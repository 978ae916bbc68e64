import { describe, expect, it } from 'vitest';
import { mergeRecord } from '@/domain/merge-record';

interface Case {
  readonly title: string;
  readonly base: Readonly<Record<string, string>>;
  readonly mine: Readonly<Record<string, string>>;
  readonly theirs: Readonly<Record<string, string>>;
  readonly sent?: Readonly<Record<string, string>>;
  readonly merged: Readonly<Record<string, string>>;
  readonly conflicts?: readonly string[];
}

const address = { street: '1 Old Road', city: 'Troy' };
const moved = { street: '9 New Road', city: 'Salem' };

const cases: readonly Case[] = [
  {
    title: 'nothing was changed',
    base: { phone: '1' },
    mine: { phone: '1' },
    theirs: { phone: '1' },
    merged: { phone: '1' },
  },
  {
    title: 'only the user has changed it',
    base: { phone: '1' },
    mine: { phone: '2' },
    theirs: { phone: '1' },
    merged: { phone: '2' },
  },
  {
    title: 'only someone else has changed it',
    base: { phone: '1' },
    mine: { phone: '1' },
    theirs: { phone: '3' },
    merged: { phone: '3' },
  },
  {
    title: 'each has changed another field',
    base: { phone: '1', name: 'Ada', age: '36' },
    mine: { phone: '2', name: 'Ada', age: '36' },
    theirs: { phone: '1', name: 'Ada Byron', age: '36' },
    merged: { phone: '2', name: 'Ada Byron', age: '36' },
  },
  {
    title: 'both have changed it, to the same value',
    base: { phone: '1' },
    mine: { phone: '2' },
    theirs: { phone: '2' },
    merged: { phone: '2' },
  },
  {
    title: 'both have changed it',
    base: { phone: '1', name: 'Ada' },
    mine: { phone: '2', name: 'Ada' },
    theirs: { phone: '3', name: 'Ada Byron' },
    merged: { phone: '2', name: 'Ada Byron' },
    conflicts: ['phone'],
  },
  {
    title: 'the user has cleared it, and someone else changed it',
    base: { line2: 'Apt 1' },
    mine: { line2: '' },
    theirs: { line2: 'Apt 2' },
    merged: { line2: '' },
    conflicts: ['line2'],
  },
  {
    title: 'someone else has cleared it',
    base: { line2: 'Apt 1' },
    mine: { line2: 'Apt 1' },
    theirs: { line2: '' },
    merged: { line2: '' },
  },
  {
    title: 'the server has only removed the spaces around what was typed',
    base: { name: 'Ada' },
    mine: { name: ' Ada Byron ' },
    theirs: { name: 'Ada Byron' },
    merged: { name: ' Ada Byron ' },
  },
  {
    title: 'someone else has only added spaces',
    base: { name: 'Ada' },
    mine: { name: 'Ada Byron' },
    theirs: { name: 'Ada ' },
    merged: { name: 'Ada Byron' },
  },
  {
    title: 'it counts as edited, although it is still blank',
    base: {},
    mine: { line2: '' },
    theirs: { line2: 'Dock B' },
    merged: { line2: '' },
    conflicts: ['line2'],
  },
  {
    title: 'it counts as edited, and both have the same',
    base: {},
    mine: { line2: '' },
    theirs: { line2: '' },
    merged: { line2: '' },
  },
  {
    title: 'the server sends more than was edited',
    base: { phone: '1' },
    mine: { phone: '2' },
    theirs: { phone: '1', authorized: '1' },
    merged: { phone: '2' },
  },
  {
    title: 'someone else has moved, and the user changed another field',
    base: { ...address, phone: '1' },
    mine: { ...address, phone: '2' },
    theirs: { ...moved, phone: '1' },
    merged: { ...moved, phone: '2' },
  },
  {
    title: 'each has changed another part of the address',
    base: address,
    mine: { ...address, street: '1 Old Road North' },
    theirs: { ...address, city: 'Salem' },
    merged: { ...address, street: '1 Old Road North' },
    conflicts: ['street', 'city'],
  },
  {
    title:
      'the server has what an earlier save without an answer has sent, and the user has changed it again',
    base: { phone: '1', name: 'Ada' },
    mine: { phone: '3', name: 'Ada' },
    sent: { phone: '2', name: 'Ada' },
    theirs: { phone: '2', name: 'Ada' },
    merged: { phone: '3', name: 'Ada' },
  },
  {
    title: 'someone else has changed it after an earlier save without an answer',
    base: { phone: '1' },
    mine: { phone: '3' },
    sent: { phone: '2' },
    theirs: { phone: '4' },
    merged: { phone: '3' },
    conflicts: ['phone'],
  },
  {
    title: 'the provider was set meanwhile, whatever the patient has chosen',
    base: { clinicId: '' },
    mine: { clinicId: 'C002' },
    theirs: { clinicId: 'C001' },
    merged: { clinicId: 'C001' },
  },
  {
    title: 'the patient has chosen a provider, and none is set',
    base: { clinicId: '' },
    mine: { clinicId: 'C002' },
    theirs: { clinicId: '' },
    merged: { clinicId: 'C002' },
  },
  {
    title: 'both have moved to the same address',
    base: address,
    mine: moved,
    theirs: moved,
    merged: moved,
  },
];

describe('merging a record that two people have edited', () => {
  it.each(cases)('$title', ({ base, mine, theirs, sent = null, merged, conflicts = [] }) => {
    expect(mergeRecord(base, mine, theirs, sent)).toEqual({ merged, conflicts });
  });
});
