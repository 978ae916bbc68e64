import { useState } from 'react';
import { Field } from '@/ui/form/field';
import { Switch } from '@/ui/form/switch';
import { TextInput } from '@/ui/form/text-input';
import type { PanelContext } from '../panel-context';
import { Section } from '../parts/section';
import { useScenario } from '../use-scenario';

/** Failures by chance: how many, and which numbers they come from. */
export function ChaosControls({ context }: { context: PanelContext }) {
  const { control } = context;
  const { chaos } = useScenario(context);
  const [last, setLast] = useState({ rate: 0.2, seed: 1 });
  const rate = chaos?.rate ?? last.rate;
  const seed = chaos?.seed ?? last.seed;
  const choose = (next: { rate?: number; seed?: number }) => {
    const chosen = { rate, seed, ...next };
    if (!Number.isSafeInteger(chosen.seed)) return;
    setLast(chosen);
    if (chaos) control.chaos({ ...chaos, ...chosen });
  };
  return (
    <Section
      title="Chaos"
      hint="Calls fail by chance, the same ones each time for the same seed. Nobody is signed out by it."
      action={
        <Switch
          label="Let calls fail"
          checked={chaos !== null}
          onCheckedChange={(on) => control.chaos(on ? { rate, seed } : null)}
        />
      }
    >
      <div className="grid grid-cols-[1fr_7rem] items-end gap-4">
        <Field label={`Share of calls: ${Math.round(rate * 100)} %`}>
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={Math.round(rate * 100)}
            className="h-11 w-full accent-plum"
            onChange={(event) => choose({ rate: Number(event.target.value) / 100 })}
            aria-label="Share of calls that fail, in percent"
          />
        </Field>
        <Field label="Chaos seed">
          <TextInput
            type="number"
            step={1}
            value={seed}
            onChange={(event) => choose({ seed: Number(event.target.value) })}
          />
        </Field>
      </div>
      {chaos?.operations ? (
        <p className="text-caption text-ink-2">Only {chaos.operations.join(', ')}.</p>
      ) : null}
    </Section>
  );
}
