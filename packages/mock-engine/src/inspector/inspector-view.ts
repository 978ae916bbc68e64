import { type ActorWatch, type LiveActor, statesIn, type WatchedMachine } from './actor-watch';
import { layoutOf } from './chart-layout';
import { type ChartTransition, eventName } from './chart-model';
import {
  type ChartView,
  html,
  renderChart,
  setAttributes,
  setText,
  syncChildren,
  takenText,
} from './chart-view';
import { parsePayload, readinessOf, sendTransition } from './send-transition';

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
function addStyles(place: Element): void {
  const root = place.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot) || !('adoptedStyleSheets' in root)) return;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

const ZOOMS = [0.5, 0.65, 0.8, 1, 1.25, 1.6, 2];

const stateText = ({ value, status }: LiveActor) => {
  const states = statesIn(value).join(' + ');
  return status === 'active' ? states : `${status}${states === '' ? '' : ` in ${states}`}`;
};

/** An id given by XState says nothing. */
const ownId = ({ name, ref }: LiveActor) => (ref.id === name || /^x:/.test(ref.id) ? '' : ref.id);

const coverageOf = (machine: WatchedMachine) => {
  const all = machine.chart().transitions;
  return { taken: all.filter(({ key }) => machine.taken.has(key)).length, all: all.length };
};

function button(text: string, onPress: () => void): HTMLButtonElement {
  const element = html('button', { type: 'button' }, text);
  element.addEventListener('click', onPress);
  return element;
}

/** The chart of one machine with zoom, and scrolled so that the current state is in view. */
function createChartBox(machine: WatchedMachine, onPress: (transition: ChartTransition) => void) {
  const placed = layoutOf(machine.chart());
  const view: ChartView = renderChart(placed, onPress);
  const box = html(
    'div',
    {
      class: 'inspector-chart',
      tabindex: 0,
      role: 'group',
      'aria-label': `Chart of ${machine.name}, scrollable`,
    },
    view.element,
  );
  let zoom = 1;
  let center = '';
  const resize = (next: number) => {
    zoom = next;
    setAttributes(view.element, { width: placed.width * zoom, height: placed.height * zoom });
  };
  const step = (by: 1 | -1) =>
    resize((by > 0 ? ZOOMS : ZOOMS.toReversed()).find((next) => by * (next - zoom) > 0.01) ?? zoom);
  resize(1);
  const tools = html(
    'div',
    { class: 'inspector-tools', role: 'group', 'aria-label': 'Size of the chart' },
    button('Smaller', () => step(-1)),
    button('Larger', () => step(1)),
    button('Fit', () =>
      resize(Math.min(1, (box.clientWidth - 2) / placed.width, (box.clientHeight - 2) / placed.height)),
    ),
  );
  return {
    elements: [tools, box],
    update(status: Parameters<ChartView['update']>[0]) {
      const found = view.update(status);
      if (!found || center === `${found.x},${found.y}`) return;
      center = `${found.x},${found.y}`;
      box.scrollLeft = found.x * zoom - box.clientWidth / 2;
      box.scrollTop = found.y * zoom - box.clientHeight / 2;
    },
  };
}

/** One machine: its chart, its transitions as buttons, and the events of the actor that runs it. */
function createMachineView(machine: WatchedMachine, currentActor: () => LiveActor | undefined) {
  const status = html('p', { role: 'status', class: 'inspector-status' });
  const payload = html('textarea', { rows: 2, spellcheck: 'false', autocomplete: 'off' });
  const send = (transition: ChartTransition) => {
    const { sent, message, lacks } = sendTransition(currentActor(), transition, payload.value);
    setText(status, message);
    if (sent) payload.value = '';
    else if (lacks.length > 0) {
      payload.value = JSON.stringify(Object.fromEntries(lacks.map((field) => [field, ''])));
      payload.focus();
    }
    update();
  };
  payload.addEventListener('input', () => update());
  const chart = createChartBox(machine, send);
  const heading = html('h3', {}, machine.name);
  const badges = html('span', { class: 'inspector-badges' });
  const coverage = html('p', { class: 'inspector-note' });
  const list = html('ul', { class: 'inspector-transitions', 'aria-label': 'Transitions' });
  const events = html('ol', { class: 'inspector-events', 'aria-label': 'Last events, newest first' });

  const target = ({ to }: ChartTransition) =>
    to.length === 0 ? 'stays' : `→ ${to.map((path) => path || machine.name).join(' + ')}`;
  const row = (transition: ChartTransition) => {
    const press = button('', () => send(transition));
    press.append(
      html('span', { class: 'inspector-from' }, transition.from || 'any state'),
      ' ',
      html('strong', {}, transition.label),
      ' ',
      html('span', {}, target(transition)),
      ' ',
      html('span', { class: 'inspector-count' }),
    );
    return html('li', {}, press);
  };

  function update(): void {
    const actor = currentActor();
    const current = actor ? statesIn(actor.value) : [];
    const fields = parsePayload(payload.value) ?? {};
    const readiness = new Map(
      machine
        .chart()
        .transitions.map((transition) => [transition.key, readinessOf(actor, transition, fields)]),
    );
    const canPress = ({ key }: ChartTransition) => readiness.get(key)?.kind !== 'blocked';
    const timesOf = ({ key }: ChartTransition) => machine.taken.get(key) ?? 0;
    const { taken, all } = coverageOf(machine);
    const badgeTexts = actor
      ? [...current, ...(actor.status === 'active' ? [] : [actor.status])]
      : ['not running'];
    syncChildren(badges, badgeTexts, String, () => html('span', {}), setText);
    setText(coverage, `${taken} of ${all} transitions taken in this visit`);
    chart.update({
      label: actor
        ? `${machine.name} is in ${current.join(' and ') || 'no state'}`
        : `${machine.name} does not run`,
      current: actor?.status === 'stopped' ? [] : current,
      taken: timesOf,
      isReady: canPress,
    });
    syncChildren(
      list,
      machine.chart().transitions,
      ({ key }) => key,
      row,
      (item, transition) => {
        const times = timesOf(transition);
        const press = item.firstElementChild;
        if (press) setAttributes(press, { 'aria-disabled': !canPress(transition) });
        setAttributes(item, { class: times > 0 ? 'inspector-taken' : '' });
        const count = item.querySelector('.inspector-count');
        if (count) setText(count, takenText(times));
      },
    );
    events.replaceChildren(
      ...(actor?.events ?? []).map(({ type, states, at }) =>
        html(
          'li',
          {},
          html('time', { datetime: at.toISOString() }, at.toLocaleTimeString()),
          ' ',
          html('strong', {}, eventName(type)),
          ' ',
          html('span', {}, states.join(' + ')),
        ),
      ),
    );
    eventsPart.hidden = !actor;
  }

  const eventsPart = html(
    'div',
    {},
    html('h4', {}, 'Last events'),
    html('p', { class: 'inspector-note' }, 'Names only: what an event carries may be a password.'),
    events,
  );
  const element = html(
    'section',
    { class: 'inspector-machine', 'aria-label': `Machine ${machine.name}` },
    html('div', { class: 'inspector-heading' }, heading, badges),
    coverage,
    html(
      'div',
      { class: 'inspector-columns' },
      html('div', { class: 'inspector-main' }, ...chart.elements),
      html(
        'div',
        { class: 'inspector-side' },
        html('h4', {}, 'Transitions'),
        html(
          'p',
          { class: 'inspector-note' },
          'Press one here or in the chart to send its event to the selected actor.',
        ),
        html('label', { class: 'inspector-payload' }, 'Payload of the event, as JSON', payload),
        status,
        list,
      ),
    ),
    eventsPart,
  );
  return { element, update };
}

/** The tree of actors, and below it the machines that do not run. */
function createTree(onChoose: (id: string) => void) {
  const roots = html('ul', {});
  const system = html('nav', { 'aria-label': 'Actor system' }, roots);
  const others = html('ul', { class: 'inspector-others' });
  const summary = html('summary', {});
  const rest = html('nav', { 'aria-label': 'Other machines' }, html('details', {}, summary, others));

  function createRow(id: string, isMachine: boolean): HTMLLIElement {
    const parts = [
      html('strong', {}),
      ' ',
      html('span', {}),
      ' ',
      html('span', { class: 'inspector-id' }),
      ' ',
      html('span', { class: 'inspector-count' }),
    ];
    const row = isMachine ? button('', () => onChoose(id)) : html('p', {});
    row.append(...parts);
    return html('li', {}, row, html('ul', {}));
  }
  function fill(
    row: Element | null,
    [name, state, id]: readonly [name: string, state: string, id: string],
    machine: WatchedMachine | undefined,
  ): void {
    const { taken, all } = machine ? coverageOf(machine) : { taken: 0, all: 0 };
    const texts = [name, state, id, all === 0 ? '' : `${taken} of ${all}`];
    for (const [index, part] of [...(row?.children ?? [])].entries()) setText(part, texts[index] ?? '');
  }

  function updateLevel(
    list: Element,
    parent: string | null,
    actors: readonly LiveActor[],
    chosen: string,
  ): void {
    const known = new Set(actors.map(({ id }) => id));
    // An actor whose parent was dropped is listed as a root.
    const parentOf = (actor: LiveActor) =>
      actor.parent !== null && known.has(actor.parent) ? actor.parent : null;
    // The actors come newest first; the tree is easier to read in start order.
    const own = actors.filter((actor) => parentOf(actor) === parent).reverse();
    syncChildren(
      list,
      own,
      ({ id }) => id,
      ({ id, machine }) => createRow(id, machine !== undefined),
      (item, actor) => {
        const [row = null, deeper] = item.children;
        fill(row, [actor.name, actor.machine ? stateText(actor) : 'no machine', ownId(actor)], actor.machine);
        if (actor.machine && row)
          setAttributes(row, { 'aria-current': actor.id === chosen ? 'true' : undefined });
        setAttributes(item, { class: actor.status === 'active' ? undefined : 'inspector-ended' });
        if (deeper) updateLevel(deeper, actor.id, actors, chosen);
      },
    );
  }

  return {
    elements: [system, rest],
    update(
      actors: readonly LiveActor[],
      idle: readonly (readonly [string, WatchedMachine])[],
      chosen: string,
    ) {
      system.hidden = actors.length === 0;
      updateLevel(roots, null, actors, chosen);
      rest.hidden = idle.length === 0;
      setText(summary, `Machines that do not run now (${idle.length})`);
      syncChildren(
        others,
        idle,
        ([id]) => id,
        ([id]) => createRow(id, true),
        (item, [id, machine]) => {
          const [row = null] = item.children;
          fill(row, [machine.name, 'not running', ''], machine);
          if (row) setAttributes(row, { 'aria-current': id === chosen ? 'true' : undefined });
        },
      );
    },
  };
}

/**
 * Shows the watched actors in an element and follows them.
 *
 * @returns a function that removes it
 */
export function mountInspector(watch: ActorWatch, container: Element): () => void {
  let chosen = '';
  let shown: { machine: WatchedMachine; view: ReturnType<typeof createMachineView> } | undefined;
  const total = html('p', { class: 'inspector-note' });
  const empty = html(
    'div',
    { class: 'inspector-empty' },
    html('strong', {}, 'No machines run here'),
    html('p', {}, 'Open a page that does something step by step.'),
  );
  const tree = createTree((id) => {
    chosen = id;
    render();
  });
  const place = html('div', {});
  const element = html('div', { class: 'inspector' }, total, empty, ...tree.elements, place);

  /** Machines are numbered in the order in which they became known, which never changes. */
  const keyed = () => watch.machines().map((machine, index) => [`machine ${index}`, machine] as const);
  const running = () => watch.list().filter(({ machine }) => machine);
  /** The chosen actor; without a choice the newest one. Undefined while a machine that does not run is chosen. */
  const actorNow = () => {
    const actors = running();
    if (keyed().some(([key]) => key === chosen)) return undefined;
    return actors.find(({ id }) => id === chosen) ?? actors[0];
  };

  // An actor that is used is chosen.
  for (const type of ['pointerdown', 'focusin'])
    place.addEventListener(type, () => {
      chosen = actorNow()?.id ?? chosen;
    });

  function render(): void {
    const actors = watch.list();
    const active = new Set(actors.filter(({ status }) => status === 'active').map(({ machine }) => machine));
    const idle = keyed().filter(([, machine]) => !active.has(machine));
    const actor = actorNow();
    const machine = actor?.machine ?? keyed().find(([key]) => key === chosen)?.[1];
    empty.hidden = running().length > 0;
    tree.update(actors, idle, actor?.id ?? chosen);
    const sums = keyed().map(([, keyedActor]) => coverageOf(keyedActor));
    const sum = (part: 'taken' | 'all') => sums.reduce((result, coverage) => result + coverage[part], 0);
    setText(
      total,
      sums.length === 0
        ? ''
        : `All machines: ${sum('taken')} of ${sum('all')} transitions taken in this visit`,
    );
    if (machine !== shown?.machine) {
      shown = machine && { machine, view: createMachineView(machine, actorNow) };
      place.replaceChildren(...(shown ? [shown.view.element] : []));
    }
    shown?.view.update();
  }

  let frame = 0;
  const stop = watch.onChange(() => {
    // Several events of one task are rendered at once.
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      render();
    });
  });
  container.append(element);
  addStyles(container);
  render();
  return () => {
    stop();
    cancelAnimationFrame(frame);
    element.remove();
  };
}
