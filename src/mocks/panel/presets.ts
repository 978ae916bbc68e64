import { type PresetName, presetNames } from '@/mocks/kitwell/seeds/seed-choice';

const about: Record<PresetName, string> = {
  demo: 'a clinic with card, lab and 24 patients',
  empty: 'only the accounts',
  'new-clinic': 'a few patients, no card, no lab',
  large: '10,000 patients',
};

/** The presets with their descriptions. */
export const presets = presetNames.map((name) => ({ name, about: about[name] }));
