import { expect, it } from 'vitest';
import { signInDrivers } from './drivers/sign-in';
import { prepareWalk, written } from './walk';

const { walks, walk } = prepareWalk(signInDrivers);

it.each(walks)(
  '%s tells %s in the words of the catalogue, and the user can go on',
  async (operation, _, branches) =>
    expect(await walk(operation, branches)).toEqual(written(operation, branches)),
);
