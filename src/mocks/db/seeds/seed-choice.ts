export const presetNames = ['demo', 'empty', 'new-clinic', 'large'] as const;
export type PresetName = (typeof presetNames)[number];

/** The maximum number of patients; ten times what the budgets are measured with. */
export const mostPatients = 100_000;

/** What the data is generated from; the same choice gives exactly the same data. */
export interface SeedChoice {
  readonly preset: PresetName;
  readonly seed: number;
  /** Patients of the demo clinic; defaults to the preset's number. */
  readonly patients?: number | undefined;
  /**
   * ISO 8601: the data is dated around this instant and the clock is set to it, so that even times are the same on
   * every machine. If absent, the data is dated around today and the clock is the real one.
   */
  readonly start?: string | undefined;
}

export interface SeedContext {
  /** Orders and appointments are dated around this day if the choice gives no start. */
  readonly now: Date;
}
