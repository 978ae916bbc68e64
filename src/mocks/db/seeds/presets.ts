import type { MockSeed } from '@/mocks/db/tables';
import { type PresetName, presetNames, type SeedChoice, type SeedContext } from './seed-choice';

/**
 * The preset called so.
 *
 * @throws Error for another name, listing the valid ones
 */
export function presetCalled(name: string): PresetName {
  const found = presetNames.find((preset) => preset === name);
  if (!found) throw new Error(`There is no preset "${name}". Presets: ${presetNames.join(', ')}.`);
  return found;
}

/** Makes the data of a preset. The generator, and faker with it, is loaded only now. */
export async function makeSeed(choice: SeedChoice, context: SeedContext): Promise<MockSeed> {
  const { generateSeed } = await import('./generate');
  return generateSeed(choice, context);
}
