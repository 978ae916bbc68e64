/** The tabs of the control room in order (MOCKS.md, "The control room"). */
export const panelTabIds = ['scenarios', 'data', 'mail', 'requests', 'machines', 'clock'] as const;
export type PanelTabId = (typeof panelTabIds)[number];

/** The stored layout of the control room. */
export interface PanelLayout {
  readonly isOpen: boolean;
  readonly tab: PanelTabId;
  readonly side: 'start' | 'end';
  readonly isWide: boolean;
}

const NAME = 'kitwell-mock-panel';
const YEAR_IN_SECONDS = 60 * 60 * 24 * 365;
// Opens on mail: most users need the code in the newest mail.
const usual: PanelLayout = { isOpen: false, tab: 'mail', side: 'start', isWide: false };

/** Stored in a cookie, because login clears local storage (SPEC §4). An invalid value reads as the default. */
export function readLayout(): PanelLayout {
  const found = new RegExp(`(?:^|; )${NAME}=(open|shut)\\.([a-z]+)\\.(start|end)\\.(wide|slim)(?:;|$)`).exec(
    document.cookie,
  );
  const tab = panelTabIds.find((id) => id === found?.[2]);
  if (!found || !tab) return usual;
  return {
    isOpen: found[1] === 'open',
    tab,
    side: found[3] === 'end' ? 'end' : 'start',
    isWide: found[4] === 'wide',
  };
}

/** Stores the layout for a year. */
export function storeLayout({ isOpen, tab, side, isWide }: PanelLayout): void {
  const value = `${isOpen ? 'open' : 'shut'}.${tab}.${side}.${isWide ? 'wide' : 'slim'}`;
  // The Cookie Store API is asynchronous, and the value must be stored before an immediate reload.
  Reflect.set(document, 'cookie', `${NAME}=${value}; Path=/; Max-Age=${YEAR_IN_SECONDS}; SameSite=Lax`);
}
