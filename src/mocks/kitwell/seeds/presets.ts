import type { MockSeed } from '@/mocks/kitwell/tables';
import type { SeedChoice, SeedContext } from './seed-choice';

/** Generates the data of a preset. Loads the generator, and faker with it, on demand. */
export async function makeSeed(choice: SeedChoice, context: SeedContext): Promise<MockSeed> {
  const { generateSeed } = await import('./generate');
  return generateSeed(choice, context);
}
