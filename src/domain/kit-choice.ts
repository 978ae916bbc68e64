import { isBlank, type KitOrder } from '@/contract';

/** The chosen frequency and kit id. */
export type KitChoice = Pick<KitOrder, 'frequency' | 'kitType'>;

/** The choice that an order starts with. */
export interface FirstChoice extends KitChoice {
  /** The patients' values of a field differ: it is blank, because it is chosen once for all. */
  readonly differs: boolean;
}

/**
 * Returns the choice that an order starts with: in each field the value that its patients have in common. A patient without
 * one has that of the last order.
 */
export function firstChoice(choices: readonly KitChoice[], last: KitChoice): FirstChoice {
  const valuesOf = (field: keyof KitChoice) => [
    ...new Set(choices.map((choice) => (isBlank(choice[field]) ? last[field] : choice[field]))),
  ];
  const [frequencies, kitTypes] = [valuesOf('frequency'), valuesOf('kitType')];
  const common = ([first = '', ...others]: readonly string[]) => (others.length > 0 ? '' : first);
  return {
    frequency: common(frequencies),
    kitType: common(kitTypes),
    differs: frequencies.length > 1 || kitTypes.length > 1,
  };
}
