import { cx } from '@/ui/cx';
import { Petal } from './petals';

const palettes = [
  { ground: 'fill-plum-soft', petals: 'text-plum', letters: 'fill-plum' },
  { ground: 'fill-coral-soft', petals: 'text-coral', letters: 'fill-coral' },
  { ground: 'fill-teal-soft', petals: 'text-teal', letters: 'fill-teal' },
  {
    ground: 'fill-art-blush',
    petals: 'text-art-coral dark:text-art-deep',
    letters: 'fill-art-deep dark:fill-dusk-deep',
  },
  { ground: 'fill-art-mid', petals: 'text-art-blush', letters: 'fill-on-dusk' },
] as const;

/** A generator of numbers from 0 to 1, seeded by a text (FNV-1a, then mulberry32). */
function numbersFrom(text: string): () => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** First letters of the first and the last word: "Ana de la Cruz" gives "AC". */
function monogramOf(name: string): string {
  const parts = name.trim().split(/\s+/);
  const ends = parts.length > 1 ? [parts.at(0), parts.at(-1)] : [parts.at(0)];
  return ends.map((word) => (word ?? '').slice(0, 1).toUpperCase()).join('');
}

interface PortraitProps {
  /** The person's name; the same name always gives the same petals. */
  name: string;
  className?: string | undefined;
}

/** Replaces a photo: a monogram over petals derived from the name. Decorative, because the name is shown next to it. */
export function Portrait({ name, className }: PortraitProps) {
  const next = numbersFrom(name);
  const { ground, petals, letters } = palettes[Math.floor(next() * palettes.length)] ?? palettes[0];
  const [x, y] = [40 + next() * 160, 190 + next() * 60];
  const lean = next() * 60 - 30;
  const count = 5 + Math.floor(next() * 4);
  const turns = Array.from({ length: count }, (_, place) => lean + (place - (count - 1) / 2) * 24);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 240"
      fill="none"
      className={cx('block overflow-hidden', className)}
    >
      <rect width="240" height="240" className={ground} />
      <g className={petals} transform={`translate(${x} ${y}) scale(${0.85 + next() * 0.4})`}>
        {turns.map((turn) => (
          <Petal key={turn} turn={turn} fillOpacity=".12" strokeOpacity=".4" strokeWidth="1.25" />
        ))}
      </g>
      <text
        x="120"
        y="120"
        dy=".35em"
        textAnchor="middle"
        className={cx('font-display text-[92px] font-medium tracking-[-0.03em]', letters)}
      >
        {monogramOf(name)}
      </text>
    </svg>
  );
}
