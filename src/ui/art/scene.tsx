import { cx } from '@/ui/cx';
import scenes from './scenes.svg?no-inline';

/** Where each scene is in the file, which all pages share: in the code, each page would load its scenes twice. */
const views = {
  /** The delivered kit: an open box with vials, and the padded return envelope. */
  kit: '-20 -70 580 530',
  /** Vials and the envelope. */
  sample: '-30 226 316 240',
  /** A jar of cream and a dropper bottle. */
  jar: '0 0 240 200',
  /** An infusion bag on a pole. */
  drip: '0 0 240 200',
  /** A patient at the door, with the kit that has arrived. */
  door: '0 0 480 420',
  /** A provider at the desk. */
  clinic: '0 0 480 412',
  /** The way of a kit from the clinic to a house. */
  street: '50 14 524 392',
  /** Three people behind a kit. */
  team: '0 0 560 420',
} as const;

export type SceneName = keyof typeof views;

/** An illustration; decorative. */
export function Scene({ name, className }: { name: SceneName; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox={views[name]} className={cx('block', className)}>
      <use href={`${scenes}#${name}`} />
    </svg>
  );
}

/** An icon of a marketing page, or a partner's mark (`mark-0`), in the text color: also in that file, not in the code. */
export function Mark({ name, className }: { name: string; className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={className}>
      <use href={`${scenes}#${name}`} />
    </svg>
  );
}
