import { describeLatency, type Latency } from '@kitwell/mock-engine/engine/latency';
import type { PanelOptions } from '@kitwell/mock-engine/engine/mock';
import { days, minutes } from '@kitwell/mock-engine/world/world';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '@/ui/form/button';
import { Field, Select, TextInput } from '@/ui/form/field';
import { Switch } from '@/ui/form/switch';
import { toLocalText } from './data/table-fields';
import { type PanelContext, type Subscribe, useLive, useScenario, whereSeen } from './panel-context';
import { Outcome, Section, useOutcome } from './parts';

/** The time, updated every second and on every change. */
export function useTicking(now: () => Date, onChange: Subscribe): Date {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const look = () => setTime(now());
    const timer = setInterval(look, 1000);
    const stop = onChange(look);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [now, onChange]);
  return time;
}

const latencies: readonly { readonly label: string; readonly latency: Latency }[] = [
  { label: 'No delay', latency: [0, 0] },
  { label: 'Fast: 120 to 280 ms', latency: [120, 280] },
  { label: 'Slow: 1 to 3 seconds', latency: [1000, 3000] },
  { label: 'Very slow: 8 to 12 seconds', latency: [8000, 12_000] },
  {
    label: 'Like a server: mostly about 200 ms (log-normal)',
    latency: { type: 'log-normal', median: 200, sigma: 0.6 },
  },
  {
    label: 'Like a phone: 1 in 20 takes over 2 seconds (percentiles)',
    latency: { type: 'percentiles', points: { 0: 80, 50: 250, 95: 2000, 99: 6000 } },
  },
];

function LatencyChoice({ context }: { context: PanelContext }) {
  const { latency } = useScenario(context);
  const value = JSON.stringify(latency);
  const options = latencies.map((choice) => ({
    label: choice.label,
    value: JSON.stringify(choice.latency),
  }));
  const isOffered = options.some((option) => option.value === value);
  return (
    <Section
      title="Latency"
      hint="Response times come from the seed: the same calls take the same time again."
    >
      <Select
        aria-label="Response time"
        value={value}
        options={isOffered ? options : [{ label: describeLatency(latency), value }, ...options]}
        onChange={(event) => {
          const chosen = latencies.find((choice) => JSON.stringify(choice.latency) === event.target.value);
          if (chosen) context.control.latency(chosen.latency);
        }}
      />
    </Section>
  );
}

/** Sets the clock to a date and time, or to the real time. */
function TimeForm({ now, onSet }: { now: () => Date; onSet: (time: Date) => void }) {
  const [text, setText] = useState(() => toLocalText(now(), 'minutes'));
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSet(new Date(text));
      }}
    >
      <Field label="Day and time" className="min-w-52 flex-1">
        <TextInput
          type="datetime-local"
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit">Set</Button>
      <Button variant="ghost" onClick={() => onSet(new Date())}>
        Real time
      </Button>
    </form>
  );
}

/** Using these buttons counts as user activity; only the session's own button makes it idle. */
const byHand = { byHand: true } as const;
const usualSteps: NonNullable<PanelOptions['clockSteps']> = [
  { label: '10 minutes', by: minutes(10) },
  { label: '1 hour', by: minutes(60) },
  { label: '1 day', by: days(1) },
  { label: '7 days', by: days(7) },
];

/** The mock backend's clock: advance it, set it, stop it. */
export function ClockTab({ context }: { context: PanelContext }) {
  const { control, mock, onDataChange, refreshScreens } = context;
  const { clock } = control;
  const { clockSteps = usualSteps, inactivity } = mock.panel;
  const read = useCallback(() => clock.isRunning(), [clock]);
  const isRunning = useLive(read, onDataChange);
  const now = useTicking(clock.now, onDataChange);
  const { outcome, attempt } = useOutcome();
  const move = (work: Promise<void>) =>
    attempt(async () => {
      await work;
      refreshScreens?.();
      return '';
    });
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="rounded-card border border-line bg-plum-soft px-4 py-3 text-center">
        <p className="font-display text-h2 tabular-nums">
          <time dateTime={now.toISOString()}>{now.toLocaleTimeString()}</time>
        </p>
        <p className="text-sm text-ink-2">
          {now.toLocaleDateString([], { dateStyle: 'full' })}
          {isRunning ? '' : ' · paused'}
        </p>
      </div>
      <Outcome>{outcome}</Outcome>
      <Section title="Fast-forward" hint={`The backend follows this clock. ${whereSeen(context)}`}>
        <ul className="grid grid-cols-1 gap-1.5 @md:grid-cols-2">
          {clockSteps.map(({ label, by, effect }) => (
            <li key={label}>
              <Button
                variant="secondary"
                size="sm"
                className="w-full justify-between"
                onClick={() => void move(clock.advance(by, byHand))}
              >
                + {label} <span className="font-normal text-ink-2">{effect}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Set the clock">
        <TimeForm now={clock.now} onSet={(time) => void move(clock.set(time, byHand))} />
        <Switch
          label="Clock runs"
          checked={isRunning}
          onCheckedChange={(on) => void move(on ? clock.run() : clock.stop())}
        />
      </Section>
      {inactivity ? (
        <Section title="Inactivity" hint={inactivity.effect}>
          <Button variant="secondary" size="sm" onClick={() => void move(clock.advance(inactivity.after))}>
            Simulate inactivity
          </Button>
        </Section>
      ) : null}
      <LatencyChoice context={context} />
    </div>
  );
}
