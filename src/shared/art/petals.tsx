import { Petal } from '@/shared/art/petal';
import { cx } from '@/shared/ui/cx';

const turns = [-78, -52, -26, 0, 26, 52, 78];

/** A fan of overlapping petal arcs in the text colour, meant to be large and faint behind content. */
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
