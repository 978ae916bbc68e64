import { expect, it } from 'vitest';
import { ordersDrivers } from './drivers/orders';
import { prepareWalk, written } from './walk';

const { operations, walk } = prepareWalk(ordersDrivers);

it.each(operations)(
  '%s tells every answer in the words of the catalogue, and the user can go on',
  async (operation) => expect(await walk(operation)).toEqual(written(operation)),
);
