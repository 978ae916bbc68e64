import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { kitStages, kitStatusAt } from '@/mocks/kitwell/rules/kit-status';
import { useTicking } from '@/mocks/panel/clock-tab';
import type { Subscribe } from '@/mocks/panel/panel-context';
import type { Clock } from '@/mocks/world/clock';
import { errorMessage } from '@/mocks/world/error-message';
import { days } from '@/mocks/world/world';
import { Button } from '@/ui/form/button';

/** In days. */
const SHOWN_AT_LEAST = 14;
const SHOWN_AFTER_ORDER = 12;
/** An arrow key moves the time by this, in milliseconds; the stations of a kit are whole days after the order. */
const STEP = days(0.25);

/** A point in time, in milliseconds since 1970, and what happens then. */
interface TimePoint {
  readonly at: number;
  readonly name: string;
}

/** The part of time to choose from, in milliseconds since 1970, and what happens with the kit in it. */
interface Timeline {
  readonly from: number;
  readonly to: number;
  readonly stations: readonly TimePoint[];
}

/**
 * The days from the start of the data, or from the order if that was before, until the kit has arrived. The current time
 * is always among them.
 */
function timelineOf(start: number, placedAt: string | null, now: number): Timeline {
  const placed = placedAt === null ? null : Date.parse(placedAt);
  const first = placed === null ? start : Math.min(start, placed);
  const last = Math.max(first + days(SHOWN_AT_LEAST), (placed ?? 0) + days(SHOWN_AFTER_ORDER));
  const stations =
    placed === null ? [] : kitStages.map(({ status, after }) => ({ name: status, at: placed + after }));
  return { from: Math.min(first, now), to: Math.max(last, now), stations };
}

const timeText = (time: number) =>
  new Date(time).toLocaleString([], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/**
 * Calls `work` with one value after the other. Of the values that come while it runs, only the newest is passed on.
 *
 * @returns the newest value until it is done, else null
 */
function useNewest(work: (value: number) => Promise<void>): [number | null, (value: number) => void] {
  const [wanted, setWanted] = useState<number | null>(null);
  const next = useRef<number | null>(null);
  const isRunning = useRef(false);
  const run = async () => {
    isRunning.current = true;
    while (next.current !== null) {
      const value = next.current;
      next.current = null;
      await work(value);
    }
    isRunning.current = false;
    setWanted(null);
  };
  return [
    wanted,
    (value) => {
      setWanted(value);
      next.current = value;
      if (!isRunning.current) void run();
    },
  ];
}

interface StepButtonProps {
  point: TimePoint;
  label: 'Back to' | 'On to';
  icon: ReactNode;
  onPress: (time: number) => void;
}

/** Moves to what happened last, or happens next. */
function StepButton({ point, label, icon, onPress }: StepButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`${label} ${point.name}`}
      onClick={() => onPress(point.at)}
    >
      {label === 'Back to' ? icon : null}
      <span className="hidden sm:inline">{point.name}</span>
      {label === 'Back to' ? null : icon}
    </Button>
  );
}

const icon = { 'aria-hidden': true, className: 'size-4' } as const;

interface TimeScrubberProps {
  clock: Clock;
  onDataChange: Subscribe;
  /** When the data starts, in milliseconds since 1970. */
  start: number;
  /** When the patient's last order was placed (ISO 8601); null without one. */
  placedAt: string | null;
  /** Called after each move of the clock. */
  onMoved: () => void;
}

/** Moves the mock's clock over the days of a kit: by dragging, with the arrow keys, or from station to station. */
export function TimeScrubber({ clock, onDataChange, start, placedAt, onMoved }: TimeScrubberProps) {
  const clockTime = useTicking(clock.now, onDataChange).getTime();
  const [problem, setProblem] = useState('');
  const [wanted, move] = useNewest(async (time) => {
    try {
      // By hand: the users in the frames are not logged out by it.
      await clock.set(time, { byHand: true });
      setProblem('');
      onMoved();
    } catch (error) {
      setProblem(errorMessage(error));
    }
  });
  const now = wanted ?? clockTime;
  const { from, to, stations } = timelineOf(start, placedAt, now);
  const present = stations.findLastIndex(({ at }) => at <= now);
  const status = placedAt === null ? 'Order not placed' : kitStatusAt(placedAt, new Date(now));
  const shownTime = timeText(now);
  return (
    <section
      aria-label="Time"
      className="card grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2"
    >
      <p className="col-span-3 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <time dateTime={new Date(now).toISOString()} className="tabular-nums">
          {shownTime}
        </time>
        <strong role="status">{status}</strong>
      </p>
      <StepButton
        point={stations[present - 1] ?? { at: from, name: 'first day' }}
        label="Back to"
        icon={<ChevronLeft {...icon} />}
        onPress={move}
      />
      <div className="relative">
        <input
          type="range"
          aria-label="Time"
          aria-valuetext={`${shownTime}: ${status}`}
          min={0}
          max={Math.ceil((to - from) / STEP)}
          value={Math.round((now - from) / STEP)}
          className="h-8 w-full accent-plum"
          onChange={({ target }) => move(from + Number(target.value) * STEP)}
        />
        <ul aria-hidden="true" className="pointer-events-none absolute inset-x-2 bottom-0 h-1.5">
          {stations
            .filter(({ at }) => at >= from && at <= to)
            .map(({ at, name }) => (
              <li
                key={name}
                className="absolute size-1.5 -translate-x-1/2 rounded-full bg-plum"
                style={{ insetInlineStart: `${(100 * (at - from)) / (to - from)}%` }}
              />
            ))}
        </ul>
      </div>
      <StepButton
        point={stations[present + 1] ?? { at: to, name: 'last day' }}
        label="On to"
        icon={<ChevronRight {...icon} />}
        onPress={move}
      />
      {problem === '' ? null : (
        <p role="alert" className="col-span-3 text-sm text-red">
          {problem}
        </p>
      )}
    </section>
  );
}
