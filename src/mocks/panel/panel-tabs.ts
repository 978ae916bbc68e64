import type { ComponentType } from 'react';
import { MailTab } from './mail-tab';
import type { PanelContext } from './panel-context';

export interface PanelTab {
  readonly id: string;
  readonly label: string;
  readonly Content: ComponentType<{ context: PanelContext }>;
}

/** The tabs of the control room, in their order. A new one is an entry here. */
export const panelTabs: readonly PanelTab[] = [{ id: 'mail', label: 'Mail', Content: MailTab }];
