/** The tabs of the control room, in their order (MOCKS.md, "The control room"). */
export const panelTabIds = ['scenarios', 'data', 'mail', 'requests', 'machines', 'clock'] as const;
export type PanelTabId = (typeof panelTabIds)[number];
