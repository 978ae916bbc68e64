import { expect, it } from 'vitest';
import { ordersDrivers } from './drivers/orders';
import { prepareWalk, written } from './walk';

const { walks, walk } = prepareWalk(ordersDrivers);

it.each(walks)(
  '%s shows the catalogue messages for %s, and the user can continue',
  async (operation, _, branches) =>
    expect(await walk(operation, branches)).toEqual(written(operation, branches)),
);
