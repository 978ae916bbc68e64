import { useCallback, useState } from 'react';
import { idleLimits } from '@/contract';
import { thrownWords } from '@/mocks/world/thrown-words';
import { days, minutes } from '@/mocks/world/world';
import { Button } from '@/ui/form/button';
import { Notice } from '@/ui/feedback/notice';
import { Switch } from '@/ui/form/switch';
import type { PanelContext } from '../panel-context';
import { Section } from '../parts/section';
import { useLive } from '../use-live';
import { LatencyChoice } from './latency-choice';
import { TimeForm } from './time-form';
import { useTicking } from './use-ticking';

/** Whoever presses a button here is there: only the session's own button lets it go idle. */
const byHand = { byHand: true } as const;
const steps = [
  { label: '10 minutes', by: minutes(10), effect: 'codes expire' },
  { label: '1 hour', by: minutes(60), effect: 'reset links expire' },
  { label: '1 day', by: days(1), effect: 'kits ship' },
  { label: '3 days', by: days(3), effect: 'kits move on' },
  { label: '7 days', by: days(7), effect: 'confirmation links expire' },
] as const;

/** The mock backend's time: moved forward, set, stopped. */
export function ClockTab({ context }: { context: PanelContext }) {
  const { control, onDataChange } = context;
  const { clock } = control;
  const read = useCallback(() => clock.isRunning(), [clock]);
  const isRunning = useLive(read, onDataChange);
  const now = useTicking(clock.now, onDataChange);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = (work: () => Promise<void>) => {
    setProblem(null);
    work().catch((error: unknown) => setProblem(thrownWords(error)));
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="rounded-card border border-line bg-plum-soft px-4 py-3 text-center">
        <p className="font-display text-h2 tabular-nums">
          <time dateTime={now.toISOString()}>{now.toLocaleTimeString()}</time>
        </p>
        <p className="text-sm text-ink-2">
          {now.toLocaleDateString([], { dateStyle: 'full' })}
          {isRunning ? '' : ' · stopped'}
        </p>
      </div>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Section
        title="Move on"
        hint="Codes, links and kits follow this clock. Reload the page to see what it changed there."
      >
        <ul className="grid grid-cols-1 gap-1.5 sm:grid-cols-2">
          {steps.map(({ label, by, effect }) => (
            <li key={label}>
              <Button
                variant="secondary"
                size="sm"
                className="w-full justify-between"
                onClick={() => attempt(() => clock.advance(by, byHand))}
              >
                + {label} <span className="font-normal text-ink-2">{effect}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Set">
        <TimeForm now={clock.now} onSet={(time) => attempt(() => clock.set(time, byHand))} />
        <Switch
          label="Let the time pass"
          checked={isRunning}
          onCheckedChange={(on) => attempt(on ? clock.run : clock.stop)}
        />
      </Section>
      <Section
        title="Nobody there"
        hint="Everybody who is signed in is asked whether they are still there. A minute later, or pressed again, they are logged out."
      >
        <Button
          variant="secondary"
          size="sm"
          onClick={() => attempt(() => clock.advance(idleLimits.warnAfter))}
        >
          Let the session go idle
        </Button>
      </Section>
      <LatencyChoice context={context} />
    </div>
  );
}
