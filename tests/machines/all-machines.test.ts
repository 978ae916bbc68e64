import { describe, expect, it } from 'vitest';
import { allMachines } from '@/all-machines';

describe('a machine', () => {
  it('has a name of its own, by which the control room lists it', () => {
    const names = allMachines.map(({ id }) => id);
    for (const name of names) expect(name).toMatch(/^[a-z]+$/i);
    expect(new Set(names).size).toBe(names.length);
  });
});
