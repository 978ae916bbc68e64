import { cx } from '@/ui/cx';

interface PetalProps {
  /** In degrees; 0 points straight up. */
  turn: number;
  fillOpacity: string;
  strokeOpacity: string;
  strokeWidth: string;
}

/** One petal of a fan, in the text color. */
export function Petal({ turn, ...look }: PetalProps) {
  return (
    <path
      {...look}
      d="M0 0C-70-34-92-128-58-214C22-186 44-92 0 0Z"
      // The path itself leans to the left.
      transform={`rotate(${turn + 14})`}
      fill="currentColor"
      stroke="currentColor"
    />
  );
}

const turns = [-78, -52, -26, 0, 26, 52, 78];

/** A fan of overlapping petal arcs in the text color; large and faint, for use behind content. */
export function Petals({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-240 -240 480 260"
      fill="none"
      className={cx('pointer-events-none overflow-visible', className)}
    >
      {turns.map((turn) => (
        <Petal key={turn} turn={turn} fillOpacity=".07" strokeOpacity=".35" strokeWidth="1" />
      ))}
    </svg>
  );
}
