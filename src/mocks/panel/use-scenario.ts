import type { ScenarioState } from '@/mocks/control';
import type { PanelContext } from './panel-context';
import { useLive } from './use-live';

/** What was chosen about the answers, as it stands now. */
export const useScenario = ({ control, onScenarioChange }: PanelContext): ScenarioState =>
  useLive(control.scenario, onScenarioChange);
