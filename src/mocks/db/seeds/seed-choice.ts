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
