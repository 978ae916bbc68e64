export const presetNames = ['demo', 'empty', 'new-clinic', 'large'] as const;
export type PresetName = (typeof presetNames)[number];

/** The most patients that data is made for; ten times what the budgets are measured with. */
export const mostPatients = 100_000;

/** What the data starts from; the same choice gives the same data, byte for byte. */
export interface SeedChoice {
  readonly preset: PresetName;
  readonly seed: number;
  /** Patients of the demo clinic; where absent, as many as the preset has. */
  readonly patients?: number | undefined;
  /**
   * ISO 8601: the instant around which the data lies and at which the clock then stands, so that not even the time
   * differs from one machine to the next. Where absent, the data lies around today and the clock is the real one.
   */
  readonly start?: string | undefined;
}

export interface SeedContext {
  /** Orders and appointments lie around this day where the choice names no other. */
  readonly now: Date;
}
