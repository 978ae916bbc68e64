import { expect, it } from 'vitest';
import { signInDrivers } from './drivers/sign-in';
import { prepareWalk, written } from './walk';

const { operations, walk } = prepareWalk(signInDrivers);

it.each(operations)(
  '%s tells every answer in the words of the catalogue, and the user can go on',
  async (operation) => expect(await walk(operation)).toEqual(written(operation)),
);
