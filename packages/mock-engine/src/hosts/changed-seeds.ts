import type { Database } from '../db/database-types';
import type { DataStorage } from '../db/storage';
import type { Mock, MockTypes } from '../engine/mock';
import { unitOf } from '../engine/random';
import type { SeedChoice } from '../world/seed-settings';

const KEY = 'seeds';

/**
 * Whether the seeds make other rows than when this was last called for the same data; the data stays as it is. For the
 * background: seeds may take long, fail, or never come.
 */
export async function seedsHaveChanged<M extends MockTypes>(
  mock: Mock<M>,
  db: Pick<Database<M['tables']>, 'epoch'>,
  choice: SeedChoice,
  storage: DataStorage,
): Promise<boolean> {
  const epoch = db.epoch();
  const make = async () => JSON.stringify(await mock.makeSeed(choice, new Date(epoch)));
  const made = await make();
  const before = await storage.getItem(KEY);
  const now = `${epoch} ${unitOf(made)}`;
  await storage.setItem(KEY, now);
  if (!before?.startsWith(`${epoch} `) || before === now) return false;
  // Seeds by chance or by the machine's clock differ each time, too.
  await new Promise((resolve) => setTimeout(resolve, 10));
  return made === (await make());
}
