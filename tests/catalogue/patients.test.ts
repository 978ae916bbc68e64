import { expect, it } from 'vitest';
import { patientsDrivers } from './drivers/patients';
import { prepareWalk, written } from './walk';

const { walks, walk } = prepareWalk(patientsDrivers);

it.each(walks)(
  '%s shows the catalogue messages for %s, and the user can continue',
  async (operation, _, branches) =>
    expect(await walk(operation, branches)).toEqual(written(operation, branches)),
);
