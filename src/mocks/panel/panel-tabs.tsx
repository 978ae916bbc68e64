import { type ComponentType, lazy } from 'react';
import { ClockTab } from './clock/clock-tab';
import { DataTab } from './data/data-tab';
import { MailTab } from './mail/mail-tab';
import type { PanelContext } from './panel-context';
import type { PanelTabId } from './panel-tab-ids';
import { RequestsTab } from './requests/requests-tab';
import { ScenariosTab } from './scenarios/scenarios-tab';

interface PanelTab {
  readonly label: string;
  readonly Content: ComponentType<{ context: PanelContext }>;
}

// The layout library comes only to those who look at a chart.
const MachinesTab = lazy(() =>
  import('./machines/machines-tab').then(({ MachinesTab: component }) => ({ default: component })),
);

export const panelTabs: Readonly<Record<PanelTabId, PanelTab>> = {
  scenarios: { label: 'Scenarios', Content: ScenariosTab },
  data: { label: 'Data', Content: DataTab },
  mail: { label: 'Mail', Content: MailTab },
  requests: { label: 'Requests', Content: RequestsTab },
  machines: { label: 'Machines', Content: MachinesTab },
  clock: { label: 'Clock', Content: ClockTab },
};
