/** The tabs of the control room in order (§Mock backend, "The control room"). */
export const panelTabIds = [
  'scenarios',
  'stories',
  'data',
  'mail',
  'requests',
  'history',
  'machines',
  'clock',
] as const;
export type PanelTabId = (typeof panelTabIds)[number];

/** The stored layout of the control room. */
export interface PanelLayout {
  readonly isOpen: boolean;
  readonly tab: PanelTabId;
  /** In pixels, where it is docked. */
  readonly width: number;
  /** In percent of the window, as a bottom sheet. */
  readonly height: number;
}

const YEAR_IN_SECONDS = 60 * 60 * 24 * 365;
const cookieOf = (product: string) => `${product}-mock-panel`;
const stored = /^(open|shut)\.([a-z]+)\.(\d{1,4})\.(\d{1,3})$/;

// Opens on mail: most users need the code in the newest mail.
const usual: PanelLayout = { isOpen: false, tab: 'mail', width: 416, height: 55 };

/** Undefined for an invalid value. */
function parse(product: string, text: string): PanelLayout | undefined {
  const start = `${cookieOf(product)}=`;
  const entry = text.split('; ').find((each) => each.startsWith(start));
  const match = stored.exec(entry?.slice(start.length) ?? '');
  const tab = panelTabIds.find((id) => id === match?.[2]);
  if (!match || !tab) return undefined;
  return {
    isOpen: match[1] === 'open',
    tab,
    width: Number(match[3]),
    height: Number(match[4]),
  };
}

/**
 * This browser tab's layout, or for a new tab the last one of any tab, closed. Neither is in browser storage, which
 * login clears (§4): a tab keeps its layout in `window.name`, which survives a reload, and new tabs read a cookie.
 */
export function readLayout(product: string): PanelLayout {
  const last = parse(product, document.cookie);
  return parse(product, window.name) ?? { ...(last ?? usual), isOpen: false };
}

/** Stores the layout of this tab, and for a year what new tabs begin with. */
export function storeLayout(product: string, layout: PanelLayout): void {
  const { isOpen, tab, width, height } = layout;
  const value = `${cookieOf(product)}=${isOpen ? 'open' : 'shut'}.${tab}.${width}.${height}`;
  window.name = value;
  // The Cookie Store API is asynchronous, and the value must be stored before an immediate reload.
  Reflect.set(document, 'cookie', `${value}; Path=/; Max-Age=${YEAR_IN_SECONDS}; SameSite=Lax`);
}

/** Where the room is: beside the page from 1200 px, below it in narrower windows. */
export type Edge = 'end' | 'bottom';

/** The edge of the window at which the room is, its size there (pixels; percent for the bottom), and the limits. */
export interface Dock {
  readonly edge: Edge;
  readonly size: number;
  readonly min: number;
  readonly max: number;
}

const dockedFrom = 1200;
/** What the page keeps at least, in pixels: enough for its layout of tablets. */
const pageKeeps = 768;

/**
 * @param windowWidth in pixels
 * @param hasDialog the page has an open dialog: a sheet below it gets lower, so that the dialog can be used
 */
export function dockOf({ width, height }: PanelLayout, windowWidth: number, hasDialog: boolean): Dock {
  const isDocked = windowWidth >= dockedFrom;
  const [wanted, min, max] = isDocked
    ? [width, 352, Math.min(960, windowWidth - pageKeeps)]
    : [height, 30, hasDialog ? 35 : 70];
  return { edge: isDocked ? 'end' : 'bottom', size: Math.max(min, Math.min(wanted, max)), min, max };
}
