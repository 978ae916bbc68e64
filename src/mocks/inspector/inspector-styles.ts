/** A host sets `--inspector-*` to use its own colours; dark mode follows its `color-scheme`. */
const css = `
.inspector {
  --i-ink: var(--inspector-ink, light-dark(#1d1a22, #f3f0f6));
  --i-soft-ink: var(--inspector-soft-ink, light-dark(#565060, #c4bccd));
  --i-surface: var(--inspector-surface, light-dark(#fff, #1e1a24));
  --i-sunken: var(--inspector-sunken, light-dark(#f5f3f7, #17131c));
  --i-line: var(--inspector-line, light-dark(#ddd8e2, #3a3442));
  --i-field: var(--inspector-field, light-dark(#7d7488, #8b8295));
  --i-accent: var(--inspector-accent, light-dark(#5b2a9e, #cfb0f5));
  --i-accent-soft: var(--inspector-accent-soft, light-dark(#f1eafa, #32264a));
  --i-on-accent: var(--inspector-on-accent, light-dark(#fff, #22103a));
  --i-taken: var(--inspector-taken, light-dark(#0f6e67, #6fcfc6));
  container-type: inline-size;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  color: var(--i-ink);
  font-size: 14px;
  line-height: 1.45;
}
@media (forced-colors: active) {
  .inspector {
    --i-ink: CanvasText; --i-soft-ink: CanvasText; --i-surface: Canvas; --i-sunken: Canvas; --i-line: CanvasText;
    --i-field: CanvasText; --i-accent: Highlight; --i-accent-soft: Canvas; --i-on-accent: HighlightText;
    --i-taken: LinkText;
  }
  .inspector-svg { forced-color-adjust: none; }
  .inspector [aria-current] { outline: 2px solid Highlight; outline-offset: -2px; }
  .inspector button[aria-disabled="true"] { color: GrayText; }
}
.inspector [hidden] { display: none; }
.inspector h3, .inspector h4, .inspector p, .inspector ul, .inspector ol { margin: 0; padding: 0; }
.inspector h3 { font-size: 16px; font-weight: 600; }
.inspector h4 { font-size: 14px; font-weight: 600; }
.inspector ul, .inspector ol { list-style: none; }
.inspector button, .inspector textarea { font: inherit; color: inherit; }
.inspector button { cursor: pointer; text-align: start; background: none; border: 0; border-radius: 8px; }
.inspector-note, .inspector-count, .inspector-id { color: var(--i-soft-ink); font-size: 13px; }
.inspector-empty { padding: 16px; text-align: center; color: var(--i-soft-ink); }
.inspector nav ul ul { margin-inline-start: 8px; padding-inline-start: 8px; border-inline-start: 1px solid var(--i-line); }
.inspector nav li > :first-child { display: flex; flex-wrap: wrap; gap: 0 8px; width: 100%; min-height: 32px; padding: 4px 8px; }
.inspector nav li > p:first-child { color: var(--i-soft-ink); }
.inspector nav li > button:hover, .inspector nav [aria-current] { background: var(--i-accent-soft); }
.inspector nav .inspector-count { margin-inline-start: auto; }
.inspector-id { overflow-wrap: anywhere; }
.inspector-id:empty { display: none; }
.inspector nav strong { font-weight: 600; }
.inspector .inspector-ended > :first-child { color: var(--i-soft-ink); }
.inspector .inspector-ended strong { font-weight: 400; }
.inspector summary { cursor: pointer; padding: 4px 8px; min-height: 32px; color: var(--i-soft-ink); }
.inspector-machine, .inspector-main, .inspector-side { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; align-content: start; }
.inspector-machine { border-block-start: 1px solid var(--i-line); padding-block-start: 12px; }
.inspector-heading, .inspector-badges, .inspector-tools { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.inspector-badges > * { padding: 1px 10px; border-radius: 99px; background: var(--i-accent-soft); color: var(--i-accent); font-size: 13px; font-weight: 600; overflow-wrap: anywhere; }
.inspector-columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
@container (width >= 52rem) { .inspector-columns { grid-template-columns: minmax(0, 1fr) 20rem; } }
.inspector .inspector-tools button { padding: 2px 12px; min-height: 28px; border: 1px solid var(--i-field); background: var(--i-surface); font-size: 13px; }
.inspector-chart { overflow: auto; max-height: 32rem; border: 1px solid var(--i-line); border-radius: 12px; background: var(--i-surface); }
.inspector-svg { display: block; margin: auto; max-width: none; }
.inspector-state rect, .inspector-label rect { stroke-width: 1px; fill: var(--i-surface); stroke: var(--i-field); }
.inspector-svg text { font-size: 11px; fill: var(--i-ink); stroke: none; }
.inspector-svg text.inspector-name { font-size: 13px; font-weight: 600; }
.inspector-svg text.inspector-call { fill: var(--i-soft-ink); }
.inspector-group rect { fill: var(--i-sunken); stroke: var(--i-field); stroke-opacity: 0.6; }
.inspector-region rect { stroke-dasharray: 6 4; }
.inspector-any rect { stroke-dasharray: 4 3; }
.inspector-state circle { fill: var(--i-soft-ink); }
.inspector-state rect.inspector-ring { fill: none; }
.inspector-group[data-lit] rect { fill: var(--i-accent-soft); stroke: var(--i-accent); }
.inspector-state[data-lit]:not(.inspector-group) rect { fill: var(--i-accent); stroke: var(--i-accent); }
.inspector-state[data-lit]:not(.inspector-group) rect.inspector-ring { fill: none; stroke: var(--i-on-accent); }
.inspector-state[data-lit]:not(.inspector-group) text { fill: var(--i-on-accent); }
.inspector-path { fill: none; stroke: var(--i-field); stroke-linejoin: round; }
.inspector-head { fill: var(--i-field); stroke: none; }
.inspector-taken > .inspector-path { stroke: var(--i-taken); stroke-width: 2px; }
.inspector-taken > .inspector-head { fill: var(--i-taken); }
.inspector-label { cursor: not-allowed; }
.inspector-label rect { stroke: var(--i-line); }
.inspector-label text { fill: var(--i-soft-ink); pointer-events: none; }
.inspector-label.inspector-taken rect { stroke: var(--i-taken); stroke-width: 2px; }
.inspector-label.inspector-ready { cursor: pointer; }
.inspector-label.inspector-ready rect { fill: var(--i-accent-soft); stroke: var(--i-accent); }
.inspector-label.inspector-ready.inspector-taken rect { stroke: var(--i-taken); }
.inspector-label.inspector-ready text { fill: var(--i-accent); }
.inspector-label.inspector-ready:hover rect { fill: var(--i-accent); }
.inspector-label.inspector-ready:hover text { fill: var(--i-on-accent); }
.inspector-payload { display: grid; gap: 4px; font-size: 13px; font-weight: 600; }
.inspector-payload textarea { width: 100%; padding: 6px 10px; border: 1px solid var(--i-field); border-radius: 8px; background: var(--i-surface); font: 13px/1.4 ui-monospace, monospace; resize: vertical; }
.inspector-status { min-height: 1.45em; font-size: 13px; overflow-wrap: anywhere; }
.inspector-transitions, .inspector-events { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; font-size: 13px; }
.inspector .inspector-transitions button { display: flex; flex-wrap: wrap; gap: 0 6px; width: 100%; min-height: 32px; padding: 5px 10px; border: 1px solid var(--i-accent); background: var(--i-accent-soft); overflow-wrap: anywhere; }
.inspector .inspector-transitions button[aria-disabled="true"] { border-color: var(--i-line); background: var(--i-surface); color: var(--i-soft-ink); cursor: not-allowed; }
.inspector-transitions .inspector-count { margin-inline-start: auto; }
.inspector-transitions .inspector-taken .inspector-count { color: var(--i-taken); font-weight: 600; }
.inspector-from { color: var(--i-soft-ink); }
.inspector-events li { display: flex; flex-wrap: wrap; gap: 0 12px; padding: 2px 10px; border-radius: 8px; background: var(--i-sunken); overflow-wrap: anywhere; }
.inspector-events time, .inspector-events span { color: var(--i-soft-ink); font-variant-numeric: tabular-nums; }
.inspector-events span { margin-inline-start: auto; }
`;

let sheet: CSSStyleSheet | undefined;

/** Adds the styles to the document or shadow root, as a constructed style sheet: a strict CSP allows no `<style>`. */
export function addStyles(place: Element): void {
  const root = place.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot) || !('adoptedStyleSheets' in root)) return;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
