import { type PlacedChart, type PlacedState, type PlacedTransition, transitionText } from './chart-layout';
import type { ChartTransition } from './chart-model';
import type { Point } from './layered';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Sets attributes; false and undefined remove them. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== `${value}`) element.setAttribute(name, `${value}`);
  }
}

/** Creates an HTML element. */
export function html<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** Creates an SVG element. */
function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** Changes a text only if it differs, so that screen readers and the selection are not disturbed. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const rendered = new WeakMap<Element, Map<string, Element>>();

/**
 * Makes the children of an element follow a list. Elements are kept by their key, and with them the focus.
 *
 * @param update also called for new elements
 */
export function syncChildren<T, E extends Element>(
  parent: Element,
  items: readonly T[],
  keyOf: (item: T) => string,
  create: (item: T) => E,
  update: (element: E, item: T) => void,
): void {
  const known = (rendered.get(parent) ?? new Map()) as Map<string, E>;
  const next = new Map<string, E>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    const element = known.get(key) ?? create(item);
    next.set(key, element);
    update(element, item);
    const there = parent.children[index] ?? null;
    if (there !== element) parent.insertBefore(element, there);
  }
  for (const [key, element] of known) if (next.get(key) !== element) element.remove();
  rendered.set(parent, next);
}

/** What changes while a chart is shown. */
interface ChartStatus {
  readonly label: string;
  /** The current states, such as `prompt.asking`. */
  readonly current: readonly string[];
  readonly taken: (transition: ChartTransition) => number;
  readonly isReady: (transition: ChartTransition) => boolean;
}

export interface ChartView {
  readonly element: SVGSVGElement;
  /** Returns the center of the first current state, if there is one. */
  update(status: ChartStatus): Point | undefined;
}

const CORNER = 6;

/** The line with rounded corners. */
function pathOf(line: readonly Point[]): string {
  const parts = line.map((point, index) => {
    const [before, after] = [line[index - 1], line[index + 1]];
    if (!before) return `M${point.x} ${point.y}`;
    if (!after) return `L${point.x} ${point.y}`;
    const towards = (other: Point) => {
      const length = Math.hypot(other.x - point.x, other.y - point.y);
      const part = Math.min(CORNER, length / 2) / length;
      return `${point.x + (other.x - point.x) * part} ${point.y + (other.y - point.y) * part}`;
    };
    return `L${towards(before)} Q${point.x} ${point.y} ${towards(after)}`;
  });
  return parts.join(' ');
}

/** The arrow's head; markers would need ids, which are the page's. */
function headOf(line: readonly Point[]): string {
  const [before, end] = line.slice(-2);
  if (!before || !end) return '';
  const length = Math.hypot(end.x - before.x, end.y - before.y);
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const corner = (side: number) => `${end.x - 7 * dx + 4 * side * dy} ${end.y - 7 * dy - 4 * side * dx}`;
  return `M${end.x} ${end.y} ${corner(1)} ${corner(-1)}Z`;
}

function renderState({ state, x, y, width, height }: PlacedState, isRegion: boolean): SVGGElement {
  const { kind, label, calls } = state;
  const group = svg('g', {
    class: `inspector-state inspector-${kind}${isRegion ? ' inspector-region' : ''}`,
  });
  if (kind === 'entry') {
    group.append(svg('circle', { cx: x + width / 2, cy: y + height / 2, r: width / 2 }));
    return group;
  }
  const isGroup = kind === 'group';
  const isRound = kind === 'history';
  group.append(svg('rect', { x, y, width, height, rx: isRound ? width / 2 : isGroup ? 12 : 8 }));
  if (kind === 'final') {
    const inset = { x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 5 };
    group.append(svg('rect', { ...inset, class: 'inspector-ring' }));
  }
  const middle = isGroup
    ? { x: x + 12, 'text-anchor': 'start' }
    : { x: x + width / 2, 'text-anchor': 'middle' };
  group.append(svg('text', { ...middle, y: y + 18, class: 'inspector-name' }, label));
  for (const [index, call] of calls.entries())
    group.append(
      svg('text', { ...middle, y: y + 37 - 4 + index * 16, class: 'inspector-call' }, `⟳ ${call}`),
    );
  return group;
}

/** Whether a state is active. The machine itself always is, so it is not marked. */
const isCurrent = (path: string | null, current: readonly string[]) =>
  path !== null && path !== '' && current.some((name) => name === path || name.startsWith(`${path}.`));

/** Renders a chart. A press on a transition's label calls back; the same is offered to the keyboard by a list of buttons. */
export function renderChart(chart: PlacedChart, onPress: (transition: ChartTransition) => void): ChartView {
  const { width, height } = chart;
  const element = svg('svg', { role: 'img', class: 'inspector-svg', viewBox: `0 0 ${width} ${height}` });
  const labels: { transition: ChartTransition; group: SVGGElement; title: SVGTitleElement }[] = [];

  function renderLabel({ transition, ...box }: PlacedTransition, isInner: boolean): SVGGElement {
    const title = svg('title', {});
    const group = svg(
      'g',
      {},
      title,
      svg('rect', { x: box.x, y: box.y + 1, width: box.width, height: box.height - 2, rx: 9 }),
      svg(
        'text',
        { x: box.x + box.width / 2, y: box.y + 14, 'text-anchor': 'middle' },
        transitionText(transition, isInner),
      ),
    );
    group.addEventListener('click', () => onPress(transition));
    labels.push({ transition, group, title });
    return group;
  }

  const parallel = new Set(chart.states.filter(({ state }) => state.isParallel).map(({ state }) => state.id));
  const states = chart.states.map((placed) => ({
    placed,
    group: renderState(placed, parallel.has(placed.state.parent ?? '')),
  }));
  const isGroup = ({ placed: { state } }: (typeof states)[number]) => state.kind === 'group';
  const moves = chart.moves.map(({ move, line }) => ({
    move,
    group: svg(
      'g',
      {},
      svg('path', { d: pathOf(line), class: 'inspector-path' }),
      svg('path', { d: headOf(line), class: 'inspector-head' }),
    ),
  }));
  element.append(
    ...states.filter(isGroup).map(({ group }) => group),
    ...moves.map(({ group }) => group),
    ...states.filter((state) => !isGroup(state)).map(({ group }) => group),
    ...chart.states.flatMap(({ inner }) => inner.map((placed) => renderLabel(placed, true))),
    ...chart.moves.flatMap((move) => move.labels.map((placed) => renderLabel(placed, false))),
  );

  return {
    element,
    update({ label, current, taken, isReady }) {
      setAttributes(element, { 'aria-label': label });
      let center: Point | undefined;
      for (const { placed, group } of states) {
        const { path, kind } = placed.state;
        const isLit = isCurrent(path, current);
        setAttributes(group, { 'data-lit': isLit || undefined });
        if (isLit && kind !== 'group')
          center ??= { x: placed.x + placed.width / 2, y: placed.y + placed.height / 2 };
      }
      for (const { move, group } of moves) {
        const isTaken = move.transitions.some((transition) => taken(transition) > 0);
        setAttributes(group, { class: `inspector-move${isTaken ? ' inspector-taken' : ''}` });
      }
      for (const { transition, group, title } of labels) {
        const times = taken(transition);
        const marks = `${times > 0 ? ' inspector-taken' : ''}${isReady(transition) ? ' inspector-ready' : ''}`;
        setAttributes(group, { class: `inspector-label${marks}` });
        title.textContent = `${transition.label}: ${takenText(times)}`;
      }
      return center;
    },
  };
}

/** How often a transition was taken. */
export const takenText = (times: number): string =>
  times === 0 ? 'not taken' : times === 1 ? 'taken once' : `taken ${times} times`;
