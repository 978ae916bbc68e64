import { expect, it } from 'vitest';
import { patientsDrivers } from './drivers/patients';
import { prepareWalk, written } from './walk';

const { walks, walk } = prepareWalk(patientsDrivers);

it.each(walks)(
  '%s tells %s in the words of the catalogue, and the user can go on',
  async (operation, _, branches) =>
    expect(await walk(operation, branches)).toEqual(written(operation, branches)),
);
