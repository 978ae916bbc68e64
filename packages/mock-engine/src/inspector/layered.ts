/**
 * A layered layout, from top to bottom, in which no line crosses a box: each label of an edge is a box of its own layer,
 * edges pass other boxes in gaps reserved for them, and turn only in the channels between layers, where no box is.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LayeredNode {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** At the upper or lower border, where an edge of a surrounding graph enters or leaves. */
  readonly border?: 'top' | 'bottom';
}

/** The edges must have no cycle: see `edgesToReverse`. */
export interface LayeredEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label?: { readonly width: number; readonly height: number; readonly nearEnd: boolean };
  /** Where the edge is attached, from the left of the node; anywhere if undefined. */
  readonly fromX?: number | undefined;
  readonly toX?: number | undefined;
}

interface LayeredLayout {
  readonly width: number;
  readonly height: number;
  /** The upper left corners. */
  readonly nodes: ReadonlyMap<string, Point>;
  readonly labels: ReadonlyMap<string, Point>;
  readonly lines: ReadonlyMap<string, readonly Point[]>;
}

/** A place of a layer: a node, the label of an edge, or the gap in which an edge passes. */
interface Item {
  readonly id: string;
  readonly kind: 'node' | 'label' | 'gap';
  readonly width: number;
  readonly height: number;
  /** The center. */
  x: number;
  /** The position in its layer. */
  at: number;
  readonly up: Piece[];
  readonly down: Piece[];
}

/** The part of an edge between two adjacent layers. */
interface Piece {
  readonly upper: Item;
  readonly lower: Item;
  /** Fixed ends, from the center of their item. */
  readonly upperFixed: number | undefined;
  readonly lowerFixed: number | undefined;
  upperX: number;
  lowerX: number;
  /** The row of the channel in which it turns; undefined if it is straight. */
  row: number | undefined;
}

interface Graph {
  readonly layers: Item[][];
  readonly chains: Map<string, Item[]>;
  readonly pieces: Map<string, Piece[]>;
}

const ROW = 9;
const MARGIN = 10;

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

/**
 * Finds the edges that close a cycle.
 *
 * @param nodes the ids, the one to begin with first
 */
export function edgesToReverse(
  nodes: readonly string[],
  edges: readonly Pick<LayeredEdge, 'id' | 'from' | 'to'>[],
): Set<string> {
  const leaving = groupBy(edges, ({ from }) => from);
  const reversed = new Set<string>();
  const done = new Map<string, boolean>();
  function visit(node: string): void {
    done.set(node, false);
    for (const { id, to } of leaving.get(node) ?? []) {
      if (done.get(to) === false) reversed.add(id);
      else if (!done.has(to)) visit(to);
    }
    done.set(node, true);
  }
  for (const node of nodes) if (!done.has(node)) visit(node);
  return reversed;
}

/** The layer of each node: below all that lead to it, and close to what it leads to. */
function ranksOf(nodes: readonly LayeredNode[], edges: readonly LayeredEdge[]): Map<string, number> {
  const free = nodes.filter(({ border }) => border === undefined);
  const isFree = new Set(free.map(({ id }) => id));
  const inner = edges.filter(({ from, to }) => isFree.has(from) && isFree.has(to));
  const entering = groupBy(inner, ({ to }) => to);
  const leaving = groupBy(inner, ({ from }) => from);
  const ranks = new Map<string, number>();
  const rank = (id: string): number => {
    const known = ranks.get(id);
    if (known !== undefined) return known;
    const found = Math.max(0, ...(entering.get(id) ?? []).map(({ from }) => rank(from) + 1));
    ranks.set(id, found);
    return found;
  };
  for (const { id } of free) rank(id);
  // A node with more successors than predecessors moves down to them, which shortens its edges.
  for (const { id } of [...free].sort((a, b) => rank(b.id) - rank(a.id))) {
    const after = leaving.get(id) ?? [];
    if (after.length > (entering.get(id)?.length ?? 0))
      ranks.set(id, Math.min(...after.map(({ to }) => rank(to))) - 1);
  }
  const last = Math.max(0, ...ranks.values());
  for (const { id, border } of nodes) if (border) ranks.set(id, border === 'top' ? -1 : last + 1);
  return ranks;
}

/** Nodes are in even layers, labels in odd ones. */
function graphOf(nodes: readonly LayeredNode[], edges: readonly LayeredEdge[]): Graph {
  const ranks = ranksOf(nodes, edges);
  const first = Math.min(0, ...ranks.values());
  const layerOf = (id: string) => 2 * ((ranks.get(id) ?? 0) - first);
  const graph: Graph = { layers: [], chains: new Map(), pieces: new Map() };
  const items = new Map<string, Item>();
  function add(layer: number, item: Pick<Item, 'id' | 'kind' | 'width' | 'height'>): Item {
    while (graph.layers.length <= layer) graph.layers.push([]);
    const own = graph.layers[layer] ?? [];
    const added = { ...item, x: 0, at: own.length, up: [], down: [] };
    own.push(added);
    return added;
  }
  for (const { id, width, height } of nodes)
    items.set(id, add(layerOf(id), { id, kind: 'node', width, height }));
  for (const edge of edges) {
    const [from, to] = [items.get(edge.from), items.get(edge.to)];
    if (!from || !to) throw new Error(`The edge ${edge.id} has no node at one end.`);
    const [start, end] = [layerOf(edge.from), layerOf(edge.to)];
    const labelled = edge.label?.nearEnd ? end - 1 : start + 1;
    const chain: Item[] = [];
    for (let layer = start + 1; layer < end; layer += 1) {
      const gap = { id: edge.id, kind: 'gap', width: 0, height: 0 } as const;
      const { width, height } = edge.label ?? gap;
      chain.push(
        add(layer, edge.label && layer === labelled ? { id: edge.id, kind: 'label', width, height } : gap),
      );
    }
    const stops = [from, ...chain, to];
    const pieces = stops.slice(1).map((lower, index): Piece => {
      const upper = stops[index] ?? from;
      const fixed = (item: Item, x: number | undefined) => (x === undefined ? undefined : x - item.width / 2);
      const piece: Piece = {
        upper,
        lower,
        upperFixed: upper === from ? fixed(from, edge.fromX) : undefined,
        lowerFixed: lower === to ? fixed(to, edge.toX) : undefined,
        upperX: 0,
        lowerX: 0,
        row: undefined,
      };
      upper.down.push(piece);
      lower.up.push(piece);
      return piece;
    });
    graph.chains.set(edge.id, chain);
    graph.pieces.set(edge.id, pieces);
  }
  return graph;
}

/** The order of an end in its layer; ends of the same node differ by where they are attached. */
const orderAt = ({ at, width }: Item, fixed: number | undefined) =>
  at + (fixed === undefined || width === 0 ? 0 : (0.8 * fixed) / width);
const upperOrder = ({ upper, upperFixed }: Piece) => orderAt(upper, upperFixed);
const lowerOrder = ({ lower, lowerFixed }: Piece) => orderAt(lower, lowerFixed);

/** How often the edges below a layer cross. */
function crossingsBelow(layer: readonly Item[]): number {
  const pieces = layer
    .flatMap(({ down }) => down)
    .map((piece) => [upperOrder(piece), lowerOrder(piece)] as const);
  let count = 0;
  for (const [index, [a, b]] of pieces.entries())
    for (const [c, d] of pieces.slice(index + 1)) if ((a - c) * (b - d) < 0) count += 1;
  return count;
}

const crossings = (layers: readonly Item[][]) =>
  layers.reduce((count, layer) => count + crossingsBelow(layer), 0);

const renumber = (layer: readonly Item[]) => {
  for (const [index, item] of layer.entries()) item.at = index;
};

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sorts each layer by the mean position of the neighbors in the layer before it. */
function sweep(layers: readonly Item[][], direction: 'up' | 'down'): void {
  for (const layer of direction === 'down' ? layers : [...layers].reverse()) {
    const wanted = new Map(
      layer.map((item) => {
        const near = direction === 'down' ? item.up.map(upperOrder) : item.down.map(lowerOrder);
        return [item, near.length === 0 ? item.at : mean(near)];
      }),
    );
    layer.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
    renumber(layer);
  }
}

/** Swaps neighbors of a layer as long as that removes crossings. */
function swapNeighbors(layers: readonly Item[][]): void {
  for (const [index, layer] of layers.entries()) {
    const above = layers[index - 1] ?? [];
    for (let at = 0; at + 1 < layer.length; at += 1) {
      const before = crossingsBelow(above) + crossingsBelow(layer);
      const [left, right] = layer.slice(at, at + 2);
      if (before === 0 || !left || !right) continue;
      layer.splice(at, 2, right, left);
      renumber(layer);
      if (crossingsBelow(above) + crossingsBelow(layer) < before) continue;
      layer.splice(at, 2, left, right);
      renumber(layer);
    }
  }
}

/** Orders the layers so that few edges cross. */
function order({ layers }: Graph): void {
  let best = layers.map((layer) => [...layer]);
  let fewest = crossings(layers);
  for (let round = 0; round < 12 && fewest > 0; round += 1) {
    sweep(layers, round % 2 === 0 ? 'down' : 'up');
    swapNeighbors(layers);
    const found = crossings(layers);
    if (found >= fewest) continue;
    fewest = found;
    best = layers.map((layer) => [...layer]);
  }
  for (const [index, layer] of best.entries()) {
    layers.splice(index, 1, layer);
    renumber(layer);
  }
}

interface Wish {
  readonly x: number;
  readonly weight: number;
  /** The least distance from the one before. */
  readonly distance: number;
}

/** The positions nearest to the wishes (least squares) that keep the order and the distances. */
function placeInOrder(wishes: readonly Wish[]): number[] {
  const blocks: { sum: number; weight: number; count: number }[] = [];
  let offset = 0;
  const offsets = wishes.map(({ distance }, index) => {
    if (index > 0) offset += distance;
    return offset;
  });
  for (const [index, { x, weight }] of wishes.entries()) {
    blocks.push({ sum: (x - (offsets[index] ?? 0)) * weight, weight, count: 1 });
    for (;;) {
      const [before, last] = blocks.slice(-2);
      if (!before || !last || before.sum / before.weight <= last.sum / last.weight) break;
      blocks.splice(-2, 2, {
        sum: before.sum + last.sum,
        weight: before.weight + last.weight,
        count: before.count + last.count,
      });
    }
  }
  const values = blocks.flatMap(({ sum, weight, count }) => Array<number>(count).fill(sum / weight));
  return values.map((value, index) => value + (offsets[index] ?? 0));
}

function distanceBetween(left: Item | undefined, right: Item): number {
  if (!left) return 0;
  const kinds = [left.kind, right.kind];
  const gap = kinds.every((kind) => kind === 'node') ? 30 : kinds.includes('gap') ? 14 : 12;
  return (left.width + right.width) / 2 + gap;
}

/** Long edges are straightened first. */
const strength = ({ upper, lower }: Piece) => {
  const bends = [upper, lower].filter(({ kind }) => kind !== 'node').length;
  return [1, 2, 8][bends] ?? 1;
};

/** Moves the items of a layer towards their neighbors. */
function alignLayer(layer: readonly Item[], towards: readonly ('up' | 'down')[]): void {
  const wishes = layer.map((item, index): Wish => {
    const pulls = towards.flatMap((side) =>
      item[side].map((piece) => {
        const other = side === 'up' ? piece.upper : piece.lower;
        const [own = 0, its = 0] =
          side === 'up' ? [piece.lowerFixed, piece.upperFixed] : [piece.upperFixed, piece.lowerFixed];
        return { x: other.x + its - own, weight: strength(piece) };
      }),
    );
    const weight = pulls.reduce((sum, pull) => sum + pull.weight, 0);
    const distance = distanceBetween(layer[index - 1], item);
    if (weight === 0) return { x: item.x, weight: 0.1, distance };
    return { x: pulls.reduce((sum, pull) => sum + pull.x * pull.weight, 0) / weight, weight, distance };
  });
  for (const [index, x] of placeInOrder(wishes).entries()) {
    const item = layer[index];
    if (item) item.x = x;
  }
}

/** Moves the gaps of a long edge into one line, where there is room for it in all layers. */
function straighten({ layers, chains }: Graph): void {
  const layerOf = new Map(layers.flatMap((layer) => layer.map((item) => [item, layer] as const)));
  for (const chain of chains.values()) {
    if (chain.length < 2) continue;
    let low = -Infinity;
    let high = Infinity;
    for (const item of chain) {
      const layer = layerOf.get(item) ?? [];
      const [left, right] = [layer[item.at - 1], layer[item.at + 1]];
      if (left) low = Math.max(low, left.x + distanceBetween(left, item));
      if (right) high = Math.min(high, right.x - distanceBetween(item, right));
    }
    if (low > high) continue;
    const x = Math.min(high, Math.max(low, mean(chain.map((item) => item.x))));
    for (const item of chain) item.x = x;
  }
}

/** Finds the x of all items; the left of the leftmost is 0. Returns the width. */
function placeItems(graph: Graph, topFrom: number): number {
  const { layers } = graph;
  for (const layer of layers) alignLayer(layer, []);
  for (let round = 0; round < 12; round += 1) {
    for (const layer of layers) alignLayer(layer, round < 6 ? ['up'] : ['up', 'down']);
    for (const layer of [...layers].reverse()) alignLayer(layer, round < 6 ? ['down'] : ['up', 'down']);
  }
  for (let round = 0; round < 3; round += 1) straighten(graph);
  const items = layers.flat();
  const left = Math.min(...items.map(({ x, width }) => x - width / 2));
  for (const item of items) item.x -= left;
  const [top = []] = layers;
  const isBorder = top.every(({ kind, height }) => kind === 'node' && height === 0);
  if (isBorder) {
    const wishes = top.map(({ x }) => ({ x, weight: 1, distance: 14 }));
    for (const [index, x] of placeInOrder(wishes).entries()) {
      const item = top[index];
      if (item) item.x = Math.max(x, topFrom + 14 * index);
    }
  }
  return Math.max(...items.map(({ x, width }) => x + width / 2));
}

/** Distributes the edges on one side of a node, each as near as possible to where it leads. */
function attach(item: Item, side: 'up' | 'down'): void {
  const isUp = side === 'up';
  const margin = Math.min(MARGIN, item.width / 2);
  const [low, high] = [item.x - item.width / 2 + margin, item.x + item.width / 2 - margin];
  const ends = item[side]
    .map((piece) => {
      const fixed = isUp ? piece.lowerFixed : piece.upperFixed;
      const other = isUp ? piece.upper : piece.lower;
      const room = other.kind === 'label' ? other.width / 2 - MARGIN : 0;
      const near = Math.min(other.x + room, Math.max(other.x - room, item.x));
      return { piece, fixed, other, x: fixed === undefined ? near : item.x + fixed };
    })
    .sort((a, b) => (a.fixed === undefined && b.fixed === undefined ? a.other.x - b.other.x : a.x - b.x));
  const step = ends.length < 2 ? 0 : Math.min(16, (high - low) / (ends.length - 1));
  const places = placeInOrder(
    ends.map(({ x, fixed }) => ({ x, weight: fixed === undefined ? 1 : 1e6, distance: step })),
  );
  for (const [index, { piece, fixed, x }] of ends.entries()) {
    const free = Math.min(
      high - step * (ends.length - 1 - index),
      Math.max(low + step * index, places[index] ?? x),
    );
    piece[isUp ? 'lowerX' : 'upperX'] = fixed === undefined ? free : x;
  }
}

/** An edge meets its label where that makes it straight. */
function attachLabel(item: Item): void {
  const room = Math.max(0, item.width / 2 - MARGIN);
  const near = (x: number) => Math.min(item.x + room, Math.max(item.x - room, x));
  for (const piece of item.up)
    piece.lowerX = near(piece.upper.kind === 'node' ? piece.upperX : piece.upper.x);
  for (const piece of item.down)
    piece.upperX = near(piece.lower.kind === 'node' ? piece.lowerX : piece.lower.x);
}

function attachAll(items: readonly Item[]): void {
  for (const item of items) {
    if (item.kind === 'gap') {
      for (const piece of item.up) piece.lowerX = item.x;
      for (const piece of item.down) piece.upperX = item.x;
    } else if (item.kind === 'node') {
      attach(item, 'up');
      attach(item, 'down');
    }
  }
  for (const item of items) if (item.kind === 'label') attachLabel(item);
}

const spans = ({ upperX, lowerX }: Piece, x: number, room = 0) =>
  x > Math.min(upperX, lowerX) - room && x < Math.max(upperX, lowerX) + room;

/** The crossings of two edges if the first turns above the second; two that would share a line count most. */
const costAbove = (above: Piece, below: Piece) =>
  Number(spans(above, below.upperX)) +
  Number(spans(below, above.lowerX)) +
  (Math.abs(above.lowerX - below.upperX) < 5 ? 50 : 0);

const touches = (one: Piece, other: Piece) =>
  spans(one, other.upperX, 6) || spans(one, other.lowerX, 6) || spans(other, one.upperX, 6);

/** Gives each edge that turns in a channel a row of its own, where others would touch it. Returns the number of rows. */
function assignRows(pieces: readonly Piece[]): number {
  const turning = pieces.filter(({ upperX, lowerX }) => Math.abs(upperX - lowerX) >= 1);
  turning.sort((a, b) => a.upperX - b.upperX);
  for (let round = 0; round < turning.length; round += 1) {
    for (let at = 0; at + 1 < turning.length; at += 1) {
      const [first, second] = turning.slice(at, at + 2);
      if (first && second && costAbove(second, first) < costAbove(first, second))
        turning.splice(at, 2, second, first);
    }
  }
  let rows = 0;
  for (const [index, piece] of turning.entries()) {
    const before = turning.slice(0, index).filter((other) => touches(piece, other));
    piece.row = Math.max(-1, ...before.map(({ row = 0 }) => row)) + 1;
    rows = Math.max(rows, piece.row + 1);
  }
  return rows;
}

/** Room for an arrow's head next to a node. */
const endRoom = (layer: readonly Item[]) =>
  layer.some(({ kind, height }) => kind === 'node' && height > 0) ? 16 : 5;

/** Lays out the graph. */
export function layered(
  nodes: readonly LayeredNode[],
  edges: readonly LayeredEdge[],
  /** Edges enter at the top border only to the right of this. */
  topFrom: number,
): LayeredLayout {
  const graph = graphOf(nodes, edges);
  order(graph);
  const width = placeItems(graph, topFrom);
  attachAll(graph.layers.flat());
  const bands = new Map<Item, { top: number; middle: number; bottom: number }>();
  const channels = new Map<Piece, number>();
  let y = 0;
  for (const [index, layer] of graph.layers.entries()) {
    const height = Math.max(0, ...layer.map((item) => item.height));
    for (const item of layer) bands.set(item, { top: y, middle: y + height / 2, bottom: y + height });
    y += height;
    const below = graph.layers[index + 1];
    if (!below) continue;
    const pieces = layer.flatMap(({ down }) => down);
    const rows = assignRows(pieces);
    for (const piece of pieces) channels.set(piece, y + endRoom(layer) + (piece.row ?? 0) * ROW);
    y += endRoom(layer) + Math.max(0, rows - 1) * ROW + endRoom(below);
  }
  const corner = (item: Item): Point => ({
    x: item.x - item.width / 2,
    y: (bands.get(item)?.middle ?? 0) - item.height / 2,
  });
  const items = graph.layers.flat();
  const placed = (kind: Item['kind']) =>
    new Map(items.filter((item) => item.kind === kind).map((item) => [item.id, corner(item)]));
  const line = (pieces: readonly Piece[]): Point[] =>
    pieces.flatMap((piece) => {
      const { upper, lower, upperX, lowerX, row } = piece;
      const start = { x: upperX, y: corner(upper).y + upper.height };
      const end = { x: lowerX, y: corner(lower).y };
      const turn = channels.get(piece) ?? 0;
      return row === undefined ? [start, end] : [start, { x: upperX, y: turn }, { x: lowerX, y: turn }, end];
    });
  return {
    width,
    height: y,
    nodes: placed('node'),
    labels: placed('label'),
    lines: new Map([...graph.pieces].map(([id, pieces]) => [id, line(pieces)])),
  };
}
