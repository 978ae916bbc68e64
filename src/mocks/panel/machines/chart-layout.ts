import { Graph, layout } from '@dagrejs/dagre';
import type { ChartModel, ChartMove, ChartState } from './chart-model';

export interface PlacedState extends ChartState {
  /** The box's middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface PlacedMove extends ChartMove {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** The middle of its words. */
  readonly x: number;
  readonly y: number;
}
interface PlacedChart {
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly moves: readonly PlacedMove[];
}

/** Pixels per letter and line, by the sizes in `chart.tsx`. */
const LETTER = 7.6;
const SMALL_LETTER = 6.1;
export const LABEL_LINE = 14;

const widest = (texts: readonly string[], letter: number) =>
  Math.max(0, ...texts.map((text) => text.length * letter));

function sizeOf({ kind, label, calls }: ChartState) {
  if (kind === 'entry') return { width: 10, height: 10 };
  if (kind === 'group') return {};
  const width =
    Math.max(
      widest([label], LETTER),
      widest(
        calls.map((call) => `⟳ ${call}`),
        SMALL_LETTER,
      ),
    ) + 28;
  return { width: Math.max(72, width), height: 34 + calls.length * LABEL_LINE };
}

/** Gives every box and arrow its place. Plain numbers: needs no page. */
export function layoutOf({ states, moves }: ChartModel): PlacedChart {
  const graph = new Graph({ compound: true, multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 34, edgesep: 14, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const state of states) graph.setNode(state.id, sizeOf(state));
  for (const { id, parent } of states) if (parent !== null) graph.setParent(id, parent);
  for (const { from, to, labels } of moves) {
    const width = widest(labels, SMALL_LETTER) + 8;
    graph.setEdge(
      from,
      to,
      { width, height: labels.length * LABEL_LINE + 4, labelpos: 'c' },
      `${from}→${to}`,
    );
  }
  layout(graph);
  const whole = graph.graph();
  return {
    width: whole.width ?? 0,
    height: whole.height ?? 0,
    states: states.map((state) => {
      const { x = 0, y = 0, width = 0, height = 0 } = graph.node(state.id);
      return { ...state, x, y, width, height };
    }),
    moves: moves.map((move) => {
      const { points = [], x = 0, y = 0 } = graph.edge(move.from, move.to, `${move.from}→${move.to}`);
      return { ...move, points, x, y };
    }),
  };
}
