import { cx } from '@/shared/ui/cx';

const petal = 'M0 0C-70-34-92-128-58-214C22-186 44-92 0 0Z';
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
        <path
          key={turn}
          d={petal}
          transform={`rotate(${turn + 14})`}
          fill="currentColor"
          fillOpacity=".07"
          stroke="currentColor"
          strokeOpacity=".35"
          strokeWidth="1"
        />
      ))}
    </svg>
  );
}
