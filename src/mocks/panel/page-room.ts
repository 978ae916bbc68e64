import type { Dock } from './panel-layout';
import './page-room.css';

/** Each width condition of a style sheet's media rules, with its text for the whole window. */
interface WidthRule {
  readonly media: MediaList;
  readonly text: string;
}

const rulesBySheet = new WeakMap<CSSStyleSheet, readonly WidthRule[]>();

function* mediaOf(rules: CSSRuleList): Generator<MediaList> {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) yield rule.media;
    const inner: unknown = Reflect.get(rule, 'cssRules');
    if (inner instanceof CSSRuleList) yield* mediaOf(inner);
  }
}

function widthRulesOf(sheet: CSSStyleSheet): readonly WidthRule[] {
  let rules = rulesBySheet.get(sheet);
  if (rules) return rules;
  try {
    rules = [...mediaOf(sheet.cssRules)]
      .map((media) => ({ media, text: media.mediaText }))
      .filter(({ text }) => /width/.test(text));
  } catch {
    // A style sheet of another origin can't be read.
    rules = [];
  }
  rulesBySheet.set(sheet, rules);
  return rules;
}

const units = [
  ['px', 1],
  ['rem', 16],
  ['em', 16],
] as const;

/** Returns a length of a style sheet in pixels; null if the text is none. */
function pixelsOf(text: string): number | null {
  const [name, factor] = units.find(([unit]) => text.endsWith(unit)) ?? [];
  if (name === undefined || factor === undefined) return null;
  const length = Number(text.slice(0, -name.length));
  return Number.isNaN(length) ? null : length * factor;
}

/** The media condition with each width increased; a page that much narrower than the window then fits it. */
export const widened = (condition: string, pixels: number): string =>
  condition.replace(/\([^()]*\)/g, (feature) =>
    feature.includes('width')
      ? feature.replace(/[\w.]+/g, (text) => {
          const length = pixelsOf(text);
          return length === null ? text : `${length + pixels}px`;
        })
      : feature,
  );

/** What the page gives up of its width, in pixels. */
let taken = 0;

function adaptMedia(): void {
  for (const sheet of document.styleSheets) {
    for (const { media, text } of widthRulesOf(sheet)) {
      const condition = taken === 0 ? text : widened(text, taken);
      if (media.mediaText !== condition) media.mediaText = condition;
    }
  }
}

/** Where the room is, and the height of a story's bar above it, in pixels. */
let reserved: { readonly dock: Dock | null; readonly story: number } = { dock: null, story: 0 };

function reserve(change: Partial<typeof reserved>): void {
  reserved = { ...reserved, ...change };
  const { dock, story } = reserved;
  const { dataset, style } = document.documentElement;
  const edge = dock?.edge ?? (story === 0 ? undefined : 'story');
  if (edge === undefined) delete dataset.room;
  else dataset.room = edge;
  if (dock === null) style.removeProperty('--room');
  else style.setProperty('--room', dock.edge === 'bottom' ? `${dock.size}dvh` : `${dock.size}px`);
  style.setProperty('--story', `${story}px`);
}

/**
 * Gives the room its part of the window; the page gets the rest. Media queries ask for the window, so their widths are
 * increased by the room's: the page beside it has the layout of a window of that width. Null gives everything back.
 */
export function reserveRoom(dock: Dock | null): void {
  reserve({ dock });
  taken = dock === null || dock.edge === 'bottom' ? 0 : dock.size;
  adaptMedia();
}

/** Gives the bar of a story this height in pixels, above a room at the bottom; 0 gives it back. */
export const reserveStory = (height: number): void => reserve({ story: height });

/** Follows style sheets that load later, and prints without the room. Returns a function that stops it. */
export function watchPage(): () => void {
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement) adaptMedia();
  };
  let takenOnScreen = 0;
  const onPrint = ({ type }: Event) => {
    if (type === 'beforeprint') takenOnScreen = taken;
    taken = type === 'beforeprint' ? 0 : takenOnScreen;
    adaptMedia();
  };
  const added = new MutationObserver(adaptMedia);
  added.observe(document.head, { childList: true });
  document.head.addEventListener('load', onLoad, { capture: true });
  for (const type of ['beforeprint', 'afterprint']) window.addEventListener(type, onPrint);
  return () => {
    added.disconnect();
    document.head.removeEventListener('load', onLoad, { capture: true });
    for (const type of ['beforeprint', 'afterprint']) window.removeEventListener(type, onPrint);
    reserveRoom(null);
  };
}
