import type { CSSProperties, ReactNode } from 'react';
import { cx } from '@/ui/cx';

interface KitJourneyProps {
  /** How many stations there are. They are equally far apart: in a column on phones, else in a row. */
  stations: number;
  /** The index of the station where the box is. */
  present: number;
}

/** The distance of a station from the start, in percent of the whole way. */
const positionOf = (index: number, stations: number) => (100 * (index + 0.5)) / stations;

/** The closed kit box in the text color, in the projection of the open one (see `scenes.svg`). */
function ClosedBox({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" fill="none" strokeLinejoin="round" className={className}>
      <g fill="currentColor" stroke="currentColor" strokeWidth="1.5">
        <path d="M24 5L43 16L24 27L5 16Z" fillOpacity=".12" />
        <path d="M5 16L24 27V44L5 33Z" fillOpacity=".35" />
        <path d="M43 16L24 27V44L43 33Z" fillOpacity=".7" />
      </g>
      <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
        <path d="M14.5 10.5L33.5 21.5" />
        <path d="M10 24L18 28.6" />
        <path d="M10 28L14 30.3" />
      </g>
    </svg>
  );
}

interface TrailProps extends KitJourneyProps {
  vertical?: boolean;
  className: string;
}

/** A winding line through the stations. The part that is still ahead is dashed. */
function Trail({ stations, present, vertical = false, className }: TrailProps) {
  const point = (along: number, across: number) => (vertical ? `${across} ${along}` : `${along} ${across}`);
  const segments = Array.from({ length: stations - 1 }, (_, index) => {
    const [from, to] = [positionOf(index, stations), positionOf(index + 1, stations)];
    const third = (to - from) / 3;
    const side = index % 2 === 0 ? 0 : 10;
    return `M${point(from, 5)}C${point(from + third, side)} ${point(to - third, side)} ${point(to, 5)}`;
  });
  return (
    <svg
      aria-hidden="true"
      viewBox={vertical ? '0 0 10 100' : '0 0 100 10'}
      // It is as long as the list, so only its length is scaled.
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      className={cx('absolute overflow-visible', className)}
    >
      {segments.map((segment, index) => (
        <path
          key={segment}
          d={segment}
          vectorEffect="non-scaling-stroke"
          strokeDasharray={index < present ? undefined : '1 6'}
          className={index < present ? 'text-plum' : 'text-field'}
        />
      ))}
    </svg>
  );
}

/**
 * The picture of a kit's way, behind the list of its stations: 48 px wide and as high as the list on phones, else 48 px
 * high and as wide. The box, or the given icon, moves from the first station to the present one; with reduced
 * motion it is there at once.
 */
export function KitJourney({ children, ...journey }: KitJourneyProps & { children?: ReactNode }) {
  const { stations, present } = journey;
  const travel: CSSProperties & Record<'--from' | '--to', string> = {
    '--from': `${positionOf(0, stations)}%`,
    '--to': `${positionOf(present, stations)}%`,
  };
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      <Trail {...journey} vertical className="inset-y-0 left-0 h-full w-[48px] sm:hidden" />
      <Trail {...journey} className="inset-x-0 top-0 h-[48px] w-full max-sm:hidden" />
      <span
        data-kit-box=""
        style={travel}
        className={cx(
          'absolute grid size-[48px] -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border-2 border-plum bg-plum-soft text-plum',
          'transition-[top,left] delay-200 duration-1000 ease-calm print:[print-color-adjust:exact]',
          'max-sm:left-[24px] max-sm:top-(--to) max-sm:starting:top-(--from)',
          'sm:top-[24px] sm:left-(--to) sm:starting:left-(--from)',
        )}
      >
        {children ?? <ClosedBox className="size-8" />}
      </span>
    </div>
  );
}
