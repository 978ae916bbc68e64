import { Select } from '@/ui/form/select';
import type { PanelContext } from '../panel-context';
import { Section } from '../parts/section';
import { useScenario } from '../use-scenario';

const ranges = [
  { label: 'at once', range: [0, 0] },
  { label: 'quickly: 120 to 280 ms', range: [120, 280] },
  { label: 'slowly: 1 to 3 seconds', range: [1000, 3000] },
  { label: 'painfully: 8 to 12 seconds', range: [8000, 12_000] },
] as const;

/** How long answers take. */
export function LatencyChoice({ context }: { context: PanelContext }) {
  const { latency } = useScenario(context);
  const value = latency.join('-');
  const options = ranges.map(({ label, range }) => ({ label, value: range.join('-') }));
  const known = options.some((option) => option.value === value);
  return (
    <Section title="Latency" hint="Drawn from the seed: the same calls take as long the next time.">
      <Select
        aria-label="Calls answer"
        value={value}
        options={known ? options : [{ label: `${value} ms`, value }, ...options]}
        onChange={(event) => {
          const [min = 0, max = 0] = event.target.value.split('-').map(Number);
          context.control.latency(min, max);
        }}
      />
    </Section>
  );
}
