/** The cost of an operation at several sizes. */
export interface Curve {
  readonly what: string;
  readonly unit: 'ms' | 'MB';
  /** Pairs of row count and cost, smallest first. */
  readonly points: readonly (readonly [rows: number, cost: number])[];
}

const PANEL = { width: 310, height: 210, left: 62, right: 18, top: 40, bottom: 38 };
const COLUMNS = 2;

/** The next round number (1, 2 or 5 times a power of ten) at or above a value. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((round) => round >= value) ?? value;
}

const short = (rows: number) => (rows >= 1000 ? `${rows / 1000}k` : String(rows));
const figure = (cost: number) => String(Number(cost.toPrecision(2)));

/** Colours are set by class, so that the chart follows the reader's colour scheme. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #3b3245 }
  .title { font-weight: 600 } .quiet { fill: #6d6277 }
  .axis { stroke: #cfc7d6 } .linear { stroke: #a99db5; stroke-dasharray: 4 4; fill: none }
  .cost { stroke: #5b2a6b; stroke-width: 2; fill: none } .point { fill: #5b2a6b }
  @media (prefers-color-scheme: dark) {
    text { fill: #ece6f0 } .quiet { fill: #b6abc0 } .axis { stroke: #55495f } .linear { stroke: #7c6f88 }
    .cost { stroke: #d9a9e6 } .point { fill: #d9a9e6 }
  }`;

function panel({ what, unit, points }: Curve, at: number): string {
  const plot = {
    width: PANEL.width - PANEL.left - PANEL.right,
    height: PANEL.height - PANEL.top - PANEL.bottom,
  };
  const [fewest, cheapest] = points[0] ?? [1, 1];
  const [largest, dearest] = points.at(-1) ?? [1, 1];
  const most = roundedUp(Math.max(...points.map(([, cost]) => cost), 1));
  const x = (rows: number) => PANEL.left + (rows / largest) * plot.width;
  const y = (cost: number) => PANEL.top + plot.height - (Math.min(cost, most) / most) * plot.height;
  const line = points.map(([rows, cost]) => `${x(rows).toFixed(1)},${y(cost).toFixed(1)}`).join(' ');
  const perRow = cheapest / fewest;
  const linearEnd = Math.min(largest, most / perRow);
  const times = figure(dearest / cheapest);
  return `
  <g transform="translate(${(at % COLUMNS) * PANEL.width} ${Math.floor(at / COLUMNS) * PANEL.height})">
    <text class="title" x="${PANEL.left}" y="18">${what}</text>
    <text class="quiet" x="${PANEL.left}" y="33">${short(largest)} costs ${times} times as much as ${short(fewest)}</text>
    <path class="axis" fill="none" d="M${PANEL.left} ${PANEL.top}V${PANEL.top + plot.height}H${PANEL.left + plot.width}"/>
    <text class="quiet" x="${PANEL.left - 6}" y="${PANEL.top + 4}" text-anchor="end">${figure(most)} ${unit}</text>
    <text class="quiet" x="${PANEL.left - 6}" y="${PANEL.top + plot.height}" text-anchor="end">0</text>
    <path class="linear" d="M${x(0).toFixed(1)} ${y(0)}L${x(linearEnd).toFixed(1)} ${y(perRow * linearEnd).toFixed(1)}"/>
    <polyline class="cost" points="${line}"/>${points
      .map(
        ([rows, cost]) => `
    <circle class="point" cx="${x(rows).toFixed(1)}" cy="${y(cost).toFixed(1)}" r="3"/>
    <text class="quiet" x="${x(rows).toFixed(1)}" y="${PANEL.top + plot.height + 16}" text-anchor="middle">${short(rows)}</text>`,
      )
      .join('')}
  </g>`;
}

/**
 * Renders curves side by side as an SVG, each with a dashed line of constant cost per row: a curve below the line grows
 * more slowly than its rows.
 */
export function renderCurves(curves: readonly Curve[]): string {
  const width = PANEL.width * COLUMNS;
  const height = PANEL.height * Math.ceil(curves.length / COLUMNS);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Cost from 1,000 to 50,000 rows">
  <style>${STYLE}
  </style>${curves.map(panel).join('')}
</svg>
`;
}
