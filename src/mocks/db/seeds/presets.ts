import type { MockSeed } from '@/mocks/db/tables';
import { type PresetName, presetNames, type SeedChoice, type SeedContext } from './seed-choice';

/**
 * Returns the preset with this name.
 *
 * @throws Error for another name, listing the valid ones
 */
export function presetCalled(name: string): PresetName {
  const found = presetNames.find((preset) => preset === name);
  if (!found) throw new Error(`There is no preset "${name}". Presets: ${presetNames.join(', ')}.`);
  return found;
}

/** Generates the data of a preset. Loads the generator, and faker with it, on demand. */
export async function makeSeed(choice: SeedChoice, context: SeedContext): Promise<MockSeed> {
  const { generateSeed } = await import('./generate');
  return generateSeed(choice, context);
}
