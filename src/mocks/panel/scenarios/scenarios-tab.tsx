import { Button } from '@/ui/form/button';
import type { PanelContext } from '../panel-context';
import { CopyButton } from '../parts/copy-button';
import { useScenario } from '../use-scenario';
import { ChaosControls } from './chaos-controls';
import { MagicHelp } from './magic-help';
import { OperationList } from './operation-list';
import { OverriddenList } from './overridden-list';
import { PresetList } from './preset-list';

/** How calls are answered: what is overridden, chaos, presets, and a link that carries all of it away. */
export function ScenariosTab({ context }: { context: PanelContext }) {
  const { control } = context;
  const { overrides, chaos } = useScenario(context);
  const isAltered = overrides.length > 0 || chaos !== null;
  const reset = () => {
    control.clear();
    control.chaos(null);
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="me-auto text-sm font-semibold">
          {isAltered ? summaryOf(overrides.length, chaos?.rate) : 'Every call answers by its rules.'}
        </p>
        {isAltered ? (
          <Button variant="secondary" size="sm" onClick={reset}>
            Reset
          </Button>
        ) : null}
        <CopyButton label="Share" text={control.share} />
      </div>
      <OverriddenList context={context} />
      <OperationList context={context} />
      <ChaosControls context={context} />
      <PresetList context={context} />
      <MagicHelp />
    </div>
  );
}

function summaryOf(overridden: number, rate: number | undefined): string {
  const calls = overridden === 0 ? '' : `${overridden} ${overridden === 1 ? 'answer' : 'answers'} overridden`;
  const chaos = rate === undefined ? '' : `${Math.round(rate * 100)} % of calls fail by chance`;
  return `${[calls, chaos].filter(Boolean).join('; ')}.`;
}
