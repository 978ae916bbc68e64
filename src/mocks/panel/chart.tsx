import { Graph, layout } from '@dagrejs/dagre';
import { useEffect, useId, useMemo, useRef } from 'react';
import type { AnyStateNode } from 'xstate';
import { cx } from '@/ui/cx';
import { type ChartModel, type ChartMove, type ChartState, chartOf } from './chart-model';
import { Scrollable } from './parts';

interface PlacedState extends ChartState {
  /** The center of the box. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface PlacedMove extends ChartMove {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** The center of the label. */
  readonly x: number;
  readonly y: number;
}
interface PlacedChart {
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly moves: readonly PlacedMove[];
}

/** Pixels per character and per line, matching the font sizes of the chart. */
const LETTER = 7.6;
const SMALL_LETTER = 6.1;
const LABEL_LINE = 14;

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

/** Computes positions for all boxes and arrows, without the DOM. */
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

interface ChartProps {
  name: string;
  root: AnyStateNode;
  /** The current states, such as `prompt.asking`. */
  current: readonly string[];
}

/** A state chart of the machine, with the current states highlighted. */
export function Chart({ name, root, current }: ChartProps) {
  const { width, height, states, moves } = useMemo(() => layoutOf(chartOf(root)), [root]);
  const box = useRef<HTMLDivElement>(null);
  const arrow = useId();
  const isLit = ({ path }: PlacedState) =>
    path !== '' && current.some((state) => state === path || state.startsWith(`${path}.`));
  const lit = states.find((state) => isLit(state) && state.kind !== 'group');
  const middle = lit && `${lit.x},${lit.y}`;
  useEffect(() => {
    const [x, y] = middle?.split(',').map(Number) ?? [];
    if (!box.current || x === undefined || y === undefined) return;
    box.current.scrollLeft = x - box.current.clientWidth / 2;
    box.current.scrollTop = y - box.current.clientHeight / 2;
  }, [middle]);
  return (
    <Scrollable
      ref={box}
      label={`Chart of ${name}, scrollable`}
      className="max-h-96 overflow-auto rounded-card border border-line bg-canvas"
    >
      <svg
        role="img"
        aria-label={`${name} is in ${current.join(' and ') || 'no state'}`}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="mx-auto block font-sans"
      >
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8Z" className="fill-ink-3" />
          </marker>
        </defs>
        {states.map((state) =>
          state.kind === 'group' ? <Box key={state.id} state={state} lit={isLit(state)} /> : null,
        )}
        {moves.map((move) => (
          <Move key={`${move.from}→${move.to}`} move={move} arrow={arrow} />
        ))}
        {states.map((state) =>
          state.kind === 'group' ? null : <Box key={state.id} state={state} lit={isLit(state)} />,
        )}
      </svg>
    </Scrollable>
  );
}

function Box({ state, lit }: { state: PlacedState; lit: boolean }) {
  const { kind, label, calls, x, y, width, height } = state;
  if (kind === 'entry') return <circle cx={x} cy={y} r={5} className="fill-ink-2" />;
  const left = x - width / 2;
  const top = y - height / 2;
  const isGroup = kind === 'group';
  return (
    <g data-lit={lit || undefined}>
      <rect
        x={left}
        y={top}
        width={width}
        height={height}
        rx={isGroup ? 14 : 9}
        strokeWidth={lit ? 2 : 1}
        strokeDasharray={kind === 'any' ? '4 3' : undefined}
        className={cx(
          isGroup && (lit ? 'fill-plum-soft stroke-plum' : 'fill-sunken stroke-line'),
          !isGroup && (lit ? 'fill-plum stroke-plum' : 'fill-surface stroke-field'),
        )}
      />
      {kind === 'final' ? (
        <rect
          x={left + 3}
          y={top + 3}
          width={width - 6}
          height={height - 6}
          rx={6}
          className="fill-none stroke-field"
        />
      ) : null}
      <text
        x={isGroup ? left + 12 : x}
        y={isGroup ? top + 16 : top + 21}
        textAnchor={isGroup ? 'start' : 'middle'}
        className={cx('text-[13px] font-semibold', lit && !isGroup ? 'fill-on-plum' : 'fill-ink')}
      >
        {label}
      </text>
      {isGroup
        ? null
        : calls.map((call, index) => (
            <text
              key={call}
              x={x}
              y={top + 21 + (index + 1) * LABEL_LINE}
              textAnchor="middle"
              className={cx('text-[11px]', lit ? 'fill-on-plum' : 'fill-teal')}
            >
              ⟳ {call}
            </text>
          ))}
    </g>
  );
}

function Move({ move: { points, labels, x, y }, arrow }: { move: PlacedMove; arrow: string }) {
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${point.x} ${point.y}`).join(' ');
  return (
    <g>
      <path d={path} strokeLinejoin="round" className="fill-none stroke-ink-3" markerEnd={`url(#${arrow})`} />
      {labels.map((label, index) => (
        <text
          key={label}
          x={x}
          y={y + 4 + (index - (labels.length - 1) / 2) * LABEL_LINE}
          textAnchor="middle"
          strokeWidth={4}
          className="fill-ink-2 stroke-canvas text-[11px] [paint-order:stroke]"
        >
          {label}
        </text>
      ))}
    </g>
  );
}
