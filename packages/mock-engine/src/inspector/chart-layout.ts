import type { ChartModel, ChartMove, ChartState, ChartTransition } from './chart-model';
import { edgesToReverse, type LayeredEdge, type LayeredNode, layered, type Point } from './layered';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A line of text that a press sends. */
export interface PlacedTransition extends Box {
  readonly transition: ChartTransition;
}

export interface PlacedState extends Box {
  readonly state: ChartState;
  /** The part with the name and the transitions that stay in the state; for a group at its upper left. */
  readonly header: Box;
  readonly inner: readonly PlacedTransition[];
}

interface PlacedMove {
  readonly move: ChartMove;
  /** The corners of the arrow, from its state to its target. */
  readonly line: readonly Point[];
  readonly labels: readonly PlacedTransition[];
}

export interface PlacedChart {
  readonly width: number;
  readonly height: number;
  /** Groups before what is in them. */
  readonly states: readonly PlacedState[];
  readonly moves: readonly PlacedMove[];
}

/** Sizes in pixels, for the fonts of the chart's style sheet. */
const STATE_FONT = 13;
const BOLD = 1.06;
const LABEL_FONT = 11;
const NAME = 26;
const LINE = 16;
const LABEL = 20;
const PAD = 12;
const EDGE = 6;
/** Lines that turn start and end next to the label, so that it does not look crossed out. */
const BESIDE_LABEL = 2;

/** A generous estimate of a text's width in a sans-serif font, since layout works without a DOM. */
function textWidth(text: string, size: number): number {
  let width = 0;
  for (const letter of text)
    width += /[A-Z@%&mwMW⟳↺_]/.test(letter) ? 0.78 : /[iljt.,:;'|![\]()\s]/.test(letter) ? 0.36 : 0.63;
  return width * size;
}

const labelWidth = ({ label }: ChartTransition) => textWidth(label, LABEL_FONT) + 16;
const innerText = ({ to, label }: ChartTransition) => (to.length > 0 ? `↺ ${label}` : label);

/** The text of a transition in the chart: `↺` if it leaves and enters its state again. */
export const transitionText = (transition: ChartTransition, isInner: boolean): string =>
  isInner ? innerText(transition) : transition.label;

function headerSize({ kind, label, calls, inner }: ChartState): { width: number; height: number } {
  if (kind === 'entry') return { width: 10, height: 10 };
  if (kind === 'history') return { width: 26, height: 26 };
  const widths = [
    textWidth(label, STATE_FONT) * BOLD + (kind === 'final' ? 32 : 24),
    ...calls.map((call) => textWidth(`⟳ ${call}`, LABEL_FONT) + 24),
    ...inner.map((transition) => textWidth(innerText(transition), LABEL_FONT) + 28),
  ];
  return {
    width: Math.max(kind === 'group' ? 0 : 68, ...widths),
    height:
      NAME + calls.length * LINE + inner.length * (LABEL + 2) + (calls.length + inner.length > 0 ? 4 : 2),
  };
}

/** An edge of a surrounding graph that leads to a state in this one. */
interface Port {
  readonly edge: string;
  readonly state: string;
  readonly border: 'top' | 'bottom';
}

/** A laid out state with all that is in it, relative to its upper left corner. */
interface Frame {
  readonly state: ChartState;
  readonly width: number;
  readonly height: number;
  readonly children: readonly { readonly frame: Frame; readonly at: Point }[];
  readonly lines: ReadonlyMap<string, readonly Point[]>;
  readonly labels: ReadonlyMap<string, Point>;
  /** Where edges of the surrounding graph cross the border. */
  readonly ports: ReadonlyMap<string, number>;
}

class Layout {
  readonly #model: ChartModel;
  readonly #states: ReadonlyMap<string, ChartState>;
  /** The moves whose arrow leads upwards. */
  readonly #reversed = new Set<string>();

  constructor(model: ChartModel) {
    this.#model = model;
    this.#states = new Map(model.states.map((state) => [state.id, state]));
  }

  /** The state directly in the group that is or contains a state; undefined if it is elsewhere. */
  #childOf(group: string, id: string): string | undefined {
    let inner = id;
    for (;;) {
      const parent = this.#states.get(inner)?.parent ?? null;
      if (parent === null) return undefined;
      if (parent === group) return inner;
      inner = parent;
    }
  }

  frame(state: ChartState, ports: readonly Port[]): Frame {
    const header = headerSize(state);
    const inside = this.#model.states.filter(({ parent }) => parent === state.id);
    const nothing = { lines: new Map(), labels: new Map(), ports: new Map() };
    if (inside.length === 0) return { state, ...header, children: [], ...nothing };

    const own = this.#model.moves.flatMap((move, index) => {
      const from = this.#childOf(state.id, move.from);
      const to = this.#childOf(state.id, move.to);
      return from === undefined || to === undefined || from === to
        ? []
        : [{ id: `${index}`, from, to, move }];
    });
    const ids = inside.map(({ id }) => id);
    const reversed = edgesToReverse(ids, own);
    for (const id of reversed) this.#reversed.add(id);
    const directed = own.map(({ id, from, to, move }) =>
      reversed.has(id)
        ? { id, upper: to, lower: from, upperEnd: move.to, lowerEnd: move.from, move }
        : { id, upper: from, lower: to, upperEnd: move.from, lowerEnd: move.to, move },
    );
    const portChild = ({ state: end }: Port) => this.#childOf(state.id, end) ?? end;

    const frames = new Map(
      inside.map((child) => {
        const deeper: Port[] = [
          ...directed.flatMap(({ id, upper, lower, upperEnd, lowerEnd }): Port[] => [
            ...(upper === child.id && upperEnd !== upper
              ? [{ edge: id, state: upperEnd, border: 'bottom' as const }]
              : []),
            ...(lower === child.id && lowerEnd !== lower
              ? [{ edge: id, state: lowerEnd, border: 'top' as const }]
              : []),
          ]),
          ...ports.filter((port) => portChild(port) === child.id && port.state !== child.id),
        ];
        return [child.id, this.frame(child, deeper)] as const;
      }),
    );
    const portX = (child: string, edge: string) => frames.get(child)?.ports.get(edge);

    const nodes: LayeredNode[] = [
      ...[...frames].map(([id, { width, height }]) => ({ id, width, height })),
      ...ports.map(({ edge, border }) => ({ id: `port ${edge}`, width: 0, height: 0, border })),
    ];
    const edges: LayeredEdge[] = [
      ...directed.map(({ id, upper, lower, move: { transitions } }) => ({
        id,
        from: upper,
        to: lower,
        fromX: portX(upper, id),
        toX: portX(lower, id),
        ...(transitions.length === 0
          ? {}
          : {
              label: {
                nearEnd: reversed.has(id),
                width: Math.max(...transitions.map(labelWidth)) + 2 * BESIDE_LABEL,
                height: transitions.length * LABEL + 2 * BESIDE_LABEL,
              },
            }),
      })),
      ...ports.map((port) => {
        const child = portChild(port);
        const x = portX(child, port.edge);
        return port.border === 'top'
          ? { id: port.edge, from: `port ${port.edge}`, to: child, toX: x }
          : { id: port.edge, from: child, to: `port ${port.edge}`, fromX: x };
      }),
    ];
    const start = { x: PAD, y: header.height + EDGE };
    // Edges to the states inside pass beside the header, never through it.
    const content = layered(nodes, edges, header.width);
    const width = Math.max(start.x + content.width + PAD, header.width);
    const height = Math.max(start.y + content.height + PAD, header.height);
    const move = ({ x, y }: Point): Point => ({ x: start.x + x, y: start.y + y });
    const lines = new Map([...content.lines].map(([id, line]) => [id, line.map(move)]));
    const crossings = new Map<string, number>();
    for (const { edge, border } of ports) {
      const line = lines.get(edge) ?? [];
      const end = border === 'top' ? line[0] : line.at(-1);
      if (!end) continue;
      crossings.set(edge, end.x);
      lines.set(edge, border === 'top' ? [{ x: end.x, y: 0 }, ...line] : [...line, { x: end.x, y: height }]);
    }
    return {
      state,
      width,
      height,
      children: [...frames].map(([id, frame]) => ({ frame, at: move(content.nodes.get(id) ?? start) })),
      lines,
      labels: new Map([...content.labels].map(([id, corner]) => [id, move(corner)])),
      ports: crossings,
    };
  }

  place(): PlacedChart {
    const [root] = this.#model.states;
    if (!root) return { width: 0, height: 0, states: [], moves: [] };
    const whole = this.frame(root, []);
    const states: PlacedState[] = [];
    const lines = new Map<string, (readonly Point[])[]>();
    const labels = new Map<string, Point>();
    const collect = (frame: Frame, corner: Point): void => {
      const shift = ({ x, y }: Point): Point => ({ x: corner.x + x, y: corner.y + y });
      states.push(this.#placeState(frame, corner));
      for (const [id, line] of frame.lines) lines.set(id, [...(lines.get(id) ?? []), line.map(shift)]);
      for (const [id, at] of frame.labels) labels.set(id, shift(at));
      for (const { frame: child, at } of frame.children) collect(child, shift(at));
    };
    collect(whole, { x: EDGE, y: EDGE });
    const moves = this.#model.moves.map((move, index): PlacedMove => {
      const id = `${index}`;
      // Its parts in nested groups follow each other downwards.
      const parts = [...(lines.get(id) ?? [])].sort(([a], [b]) => (a?.y ?? 0) - (b?.y ?? 0));
      const line = corners(parts.flat());
      if (this.#reversed.has(id)) line.reverse();
      return { move, line, labels: this.#placeLabels(move, labels.get(id)) };
    });
    return { width: whole.width + 2 * EDGE, height: whole.height + 2 * EDGE, states, moves };
  }

  #placeState({ state, width, height }: Frame, { x, y }: Point): PlacedState {
    const size = headerSize(state);
    const header = { x, y, ...size, ...(state.kind === 'group' ? {} : { width, height }) };
    const first = y + NAME + state.calls.length * LINE;
    const inner = state.inner.map((transition, index) => ({
      transition,
      x: x + 6,
      y: first + index * (LABEL + 2),
      width: header.width - 12,
      height: LABEL,
    }));
    return { state, x, y, width, height, header, inner };
  }

  #placeLabels({ transitions }: ChartMove, corner: Point | undefined): PlacedTransition[] {
    if (!corner) return [];
    const { x, y } = corner;
    const width = Math.max(...transitions.map(labelWidth));
    return transitions.map((transition, index) => ({
      transition,
      x: x + BESIDE_LABEL,
      y: y + BESIDE_LABEL + index * LABEL,
      width,
      height: LABEL,
    }));
  }
}

/** The points at which a line starts, turns and ends. */
function corners(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = kept.slice(-2);
    if (last && Math.hypot(last.x - point.x, last.y - point.y) < 0.5) continue;
    const isStraight =
      before &&
      last &&
      Math.abs((last.x - before.x) * (point.y - last.y) - (last.y - before.y) * (point.x - last.x)) < 0.01;
    if (isStraight) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** Computes the positions of all boxes, arrows and labels, without the DOM. No arrow crosses a state or a label. */
export const layoutOf = (model: ChartModel): PlacedChart => new Layout(model).place();
