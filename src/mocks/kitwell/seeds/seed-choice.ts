import type { SeedChoice as ChoiceOf } from '@kitwell/mock-engine/world/seed-settings';

export const presetNames = ['demo', 'empty', 'new-clinic', 'large'] as const;
export type PresetName = (typeof presetNames)[number];

/** The maximum number of patients; ten times what the budgets are measured with. */
export const mostPatients = 100_000;

/** What the data is generated from. `patients`: how many the demo clinic has; defaults to the preset's number. */
export type SeedChoice = ChoiceOf<PresetName, 'patients'>;

export interface SeedContext {
  /** Orders and appointments are dated around this day if the choice gives no start. */
  readonly now: Date;
}
