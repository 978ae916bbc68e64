import type { MockSeed } from '@/mocks/db/tables';

export const presetNames = ['demo', 'empty', 'new-clinic', 'large'] as const;
export type PresetName = (typeof presetNames)[number];

/** What the data starts from; the same choice gives the same data, byte for byte. */
export interface SeedChoice {
  readonly preset: PresetName;
  readonly seed: number;
  /** Patients of the demo clinic; where absent, as many as the preset has. */
  readonly patients?: number | undefined;
}

export interface SeedContext {
  /** Orders and appointments lie around this day. */
  readonly now: Date;
  /** Where the links in seeded mails lead, without a slash at the end. */
  readonly appUrl: string;
}

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
