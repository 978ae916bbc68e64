import { type PresetName, presetNames } from '@/mocks/kitwell/seeds/seed-choice';

const about: Record<PresetName, string> = {
  demo: 'a clinic at work: card, lab, patients in every stage',
  empty: 'the accounts, and nothing else',
  'new-clinic': 'a few patients, no card and no lab yet',
  large: '10,000 patients',
};

/** The presets with their descriptions. */
export const presets = presetNames.map((name) => ({ name, about: about[name] }));
